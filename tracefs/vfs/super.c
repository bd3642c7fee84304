// SPDX-License-Identifier: GPL-2.0
/*
 * Mounting.
 *
 * The registered type is called "probefs". Its init_fs_context replaces the type in the context by
 * a second type, which is called "tracefs": /proc/mounts shows that name, and programs look for it.
 * Both types have the same owner, so that the reference to the type that the context holds (a
 * reference to the module) needs no exchange, and neither does the superblock's, which is taken and
 * dropped on the second type. On a kernel without tracing the second type is registered, too, and
 * mounting it does the same.
 *
 * Every mount has a tracer of its own, which lives as long as the superblock: until the last mount,
 * open file and working directory of that superblock is gone. Evicting the inodes needs the tracer,
 * so the tracer goes last. The first mount may take a tracer that was made before it, see
 * kernel/tracer/boot.c, and gives that tracer back if nobody used the mount. No file system is
 * told whether a mount of it arrived anywhere: the directory that the mount was for may be missing,
 * which mount(8) notices only after the mount is made.
 */
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/user_namespace.h>

#include "kernel/compat/inode.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/clock.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/kernel_btf.h"
#include "kernel/tracer/boot.h"
#include "kernel/tracer/tracers.h"
#include "tracefs/vfs/inode.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/owner.h"
#include "tracefs/vfs/super.h"
#include "tracefs/vfs/super_state.h"

#define GIVEN(option)	BIT(OPTION_##option)

enum mount_option {
	OPTION_UID,
	OPTION_GID,
	OPTION_MODE,
	OPTION_NOBOOT,
	OPTION_BACKEND,
	OPTION_TRACE_CLOCK,
	OPTION_BTF,
};

static const struct constant_table backend_names[] = {
	{ "auto",	TRACER_BACKEND_AUTO },
	{ "kprobe",	TRACER_BACKEND_KPROBE },
	{ "ftrace",	TRACER_BACKEND_FTRACE },
	{}
};

static const struct fs_parameter_spec mount_options[] = {
	fsparam_u32("uid",	OPTION_UID),
	fsparam_u32("gid",	OPTION_GID),
	fsparam_u32oct("mode",	OPTION_MODE),
	fsparam_flag("noboot",	OPTION_NOBOOT),
	fsparam_enum("backend",	OPTION_BACKEND, backend_names),
	fsparam_string("trace_clock", OPTION_TRACE_CLOCK),
	fsparam_string("btf",	OPTION_BTF),
	{}
};

/**
 * struct mount_request - the options of one mount or remount (fc->fs_private)
 * @given: the options that were given, as GIVEN() bits; the other members count only if given
 * @owner: owner and group of the nodes; each that is not given is root
 * @mode: permissions of the root directory
 * @backend: what arms probes that are defined from then on
 * @clock: index of the clock that trace_clock= names
 * @btf: the file that btf= names, or NULL
 * @types: the types in that file, from when it was read until the mount has them, or NULL
 */
struct mount_request {
	unsigned int given;
	struct file_owner owner;
	umode_t mode;
	enum tracer_backend backend;
	int clock;
	char *btf;
	struct kernel_btf *types;
};

static int parse_mount_option(struct fs_context *fc, struct fs_parameter *param)
{
	struct mount_request *request = fc->fs_private;
	struct fs_parse_result result;
	int option;

	option = fs_parse(fc, mount_options, param, &result);
	/* The VFS takes "source", and would name the type "tracefs" in its message about others. */
	if (option == -ENOPARAM && strcmp(param->key, "source"))
		return invalfc(fc, "Unknown parameter '%s'", param->key);
	if (option < 0)
		return option;
	switch (option) {
	case OPTION_UID:
		request->owner.uid = make_kuid(current_user_ns(), result.uint_32);
		if (!uid_valid(request->owner.uid))
			return invalfc(fc, "no such user: uid=%u", result.uint_32);
		break;
	case OPTION_GID:
		request->owner.gid = make_kgid(current_user_ns(), result.uint_32);
		if (!gid_valid(request->owner.gid))
			return invalfc(fc, "no such group: gid=%u", result.uint_32);
		break;
	case OPTION_MODE:
		request->mode = result.uint_32 & S_IALLUGO;
		break;
	case OPTION_BACKEND:
		request->backend = result.uint_32;
		if (request->backend == TRACER_BACKEND_FTRACE && !IS_ENABLED(CONFIG_PROBEFS_FTRACE))
			return invalfc(fc, "no backend=ftrace on this kernel");
		break;
	case OPTION_TRACE_CLOCK:
		request->clock = clock_find(param->string);
		if (request->clock < 0)
			return invalfc(fc, "no such clock: trace_clock=%s", param->string);
		break;
	case OPTION_BTF:
		swap(request->btf, param->string);
		break;
	}
	request->given |= BIT(option);
	return 0;
}

/* Returns which owners were given, as ATTR_UID and ATTR_GID. */
static unsigned int given_owners(const struct mount_request *request)
{
	return (request->given & GIVEN(UID) ? ATTR_UID : 0) |
	       (request->given & GIVEN(GID) ? ATTR_GID : 0);
}

/* Leaves the buffer as it is when the clock is in use already. */
static int set_clock(struct tracefs_super *super, const struct mount_request *request)
{
	struct trace_instance *instance = super->tracer->top;

	if (!(request->given & GIVEN(TRACE_CLOCK)) || READ_ONCE(instance->clock) == request->clock)
		return 0;
	return instance_set_clock(instance, clock_at(request->clock)->name);
}

static void set_mode(struct super_block *sb, umode_t mode)
{
	struct inode *root = d_inode(sb->s_root);

	tracefs_super(sb)->mode = mode;
	root->i_mode = (root->i_mode & ~S_IALLUGO) | mode;
}

/* The types are those of the mount for good. Programs that remount repeat the options that are shown. */
static int check_btf(struct fs_context *fc, const struct tracefs_super *super)
{
	const struct mount_request *request = fc->fs_private;

	if (!request->btf || (super->btf && !strcmp(super->btf, request->btf)))
		return 0;
	return invalfc(fc, "btf= is for a new mount");
}

/*
 * Changes what the options name, and leaves the rest as it is. A backend given to remount arms the probes
 * that are defined from then on. What can fail comes first.
 */
static int reconfigure_mount(struct fs_context *fc)
{
	struct super_block *sb = fc->root->d_sb;
	struct tracefs_super *super = tracefs_super(sb);
	struct mount_request *request = fc->fs_private;
	int ret;

	ret = check_btf(fc, super);
	if (ret)
		return ret;
	tracefs_super_set_used(sb);
	ret = set_clock(super, request);
	ret = ret ?: tracefs_owner_remount(sb, &request->owner, given_owners(request));
	if (ret)
		return ret;
	if (request->given & GIVEN(MODE))
		set_mode(sb, request->mode);
	if (request->given & GIVEN(BACKEND))
		tracer_set_backend(super->tracer, request->backend);
	return 0;
}

static const char *backend_name(enum tracer_backend backend)
{
	const struct constant_table *row = backend_names;

	while (row->value != backend)
		row++;
	return row->name;
}

static int show_mount_options(struct seq_file *m, struct dentry *root)
{
	struct tracefs_super *super = tracefs_super(root->d_sb);
	enum tracer_backend backend;
	unsigned int clock;

	if (!uid_eq(super->options_owner.uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u", from_kuid_munged(&init_user_ns, super->options_owner.uid));
	if (!gid_eq(super->options_owner.gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u", from_kgid_munged(&init_user_ns, super->options_owner.gid));
	if (super->mode != TRACEFS_DEFAULT_MODE)
		seq_printf(m, ",mode=%o", super->mode);
	backend = READ_ONCE(super->tracer->backend);
	if (backend != TRACER_BACKEND_AUTO)
		seq_printf(m, ",backend=%s", backend_name(backend));
	clock = READ_ONCE(super->tracer->top->clock);
	if (clock != clock_default())
		seq_printf(m, ",trace_clock=%s", clock_at(clock)->name);
	if (super->btf)
		seq_show_option(m, "btf", super->btf);
	return 0;
}

static const struct super_operations super_operations_of_mount = {
	.statfs = simple_statfs,
	.evict_inode = tracefs_evict_inode,
	.show_options = show_mount_options,
};

/* The mount has the file's name and types from now on. */
static void take_btf(struct tracefs_super *super, struct mount_request *request)
{
	super->btf = request->btf;
	tracer_set_types(super->tracer, request->types);
	request->btf = NULL;
	request->types = NULL;
}

/* Makes the private data of a superblock, with a tracer. Returns an ERR_PTR() on failure. */
static struct tracefs_super *super_create(struct mount_request *request)
{
	struct tracefs_super *super = kzalloc(sizeof(*super), GFP_KERNEL);
	struct tracer *tracer = NULL;
	bool from_boot;

	if (!super)
		return ERR_PTR(-ENOMEM);
	if (!(request->given & GIVEN(NOBOOT)))
		tracer = boot_tracer_take();
	from_boot = tracer;
	if (!tracer)
		tracer = tracer_create();
	if (!tracer) {
		kfree(super);
		return ERR_PTR(-ENOMEM);
	}
	super->tracer = tracer;
	super->from_boot = from_boot;
	spin_lock_init(&super->lock);
	INIT_LIST_HEAD(&super->pins);
	super->sweep_pins_at = TRACEFS_PIN_SLACK;
	super->mode = request->given & GIVEN(MODE) ? request->mode : TRACEFS_DEFAULT_MODE;
	take_btf(super, request);
	return super;
}

/*
 * When nobody has used this mount, the definitions that were given at load wait for the next one.
 */
static void super_destroy(struct tracefs_super *super)
{
	if (!super)
		return;
	if (super->from_boot && !super->used)
		boot_tracer_give_back(super->tracer);
	else
		tracer_destroy(super->tracer);
	kfree(super->btf);
	kfree(super);
}

/* When this fails, kill_super() undoes what was done. */
static int fill_super(struct super_block *sb, struct fs_context *fc)
{
	struct tracefs_place place = { .cpu = -1 };
	struct mount_request *request = fc->fs_private;
	struct tracefs_super *super;
	struct inode *root;

	super = super_create(request);
	if (IS_ERR(super))
		return PTR_ERR(super);
	sb->s_fs_info = super;
	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_magic = TRACEFS_MAGIC;
	sb->s_time_gran = 1;
	sb->s_op = &super_operations_of_mount;
	compat_set_dentry_operations(sb, &tracefs_dentry_operations);

	place.instance = super->tracer->top;
	tracefs_owner_mount(sb, &request->owner);
	root = tracefs_inode_create(sb, NULL, &tracefs_root_entry, &place, TRACEFS_ROOT_INO);
	if (!root)
		return -ENOMEM;
	root->i_mode = S_IFDIR | super->mode;
	sb->s_root = d_make_root(root);
	if (!sb->s_root)
		return -ENOMEM;
	if (request->given & GIVEN(BACKEND))
		tracer_set_backend(super->tracer, request->backend);
	return set_clock(super, request);
}

/*
 * Reads the file that btf= names. Who may open it is who began the mount, by fsopen(2), and who ends it has
 * shown to have the right to mount.
 */
static int read_btf(struct fs_context *fc)
{
	struct mount_request *request = fc->fs_private;
	const struct cred *asker = override_creds(fc->cred);
	const char *why = NULL;
	struct kernel_btf *types = kernel_btf_read(request->btf, &why);

	revert_creds(asker);
	if (IS_ERR(types)) {
		errorfc(fc, "btf=%s: %s", request->btf, why);
		return PTR_ERR(types);
	}
	request->types = types;
	return 0;
}

static int get_tree(struct fs_context *fc)
{
	struct mount_request *request = fc->fs_private;
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	if (!ret && request->btf)
		ret = read_btf(fc);
	return ret ?: get_tree_nodev(fc, fill_super);
}

static void free_context(struct fs_context *fc)
{
	struct mount_request *request = fc->fs_private;

	if (!request)
		return;
	kernel_btf_put(request->types);
	kfree(request->btf);
	kfree(request);
}

static const struct fs_context_operations context_operations = {
	.free = free_context,
	.parse_param = parse_mount_option,
	.get_tree = get_tree,
	.reconfigure = reconfigure_mount,
};

static void kill_super(struct super_block *sb)
{
	struct tracefs_super *super = tracefs_super(sb);

	if (super)
		tracefs_unpin(sb, false);
	kill_anon_super(sb);
	super_destroy(super);
}

static int init_context(struct fs_context *fc);

/* The type of every superblock, with the name that programs look for; see tracefs_register(). */
static struct file_system_type tracefs_type = {
	.owner			= THIS_MODULE,
	.name			= "tracefs",
	.init_fs_context	= init_context,
	.parameters		= mount_options,
	.kill_sb		= kill_super,
};

static bool tracefs_type_is_registered;

/* The type that mount(8) is asked for. */
static struct file_system_type probefs_type = {
	.owner			= THIS_MODULE,
	.name			= "probefs",
	.init_fs_context	= init_context,
	.parameters		= mount_options,
	.kill_sb		= kill_super,
};

/* Begins a mount (of probefs_type) or a remount (of what is of tracefs_type by then). */
static int init_context(struct fs_context *fc)
{
	fc->fs_private = kzalloc(sizeof(struct mount_request), GFP_KERNEL_ACCOUNT);
	if (!fc->fs_private)
		return -ENOMEM;
	fc->fs_type = &tracefs_type;
	fc->log.prefix = probefs_type.name;	/* a remount begins with the other name */
	fc->ops = &context_operations;
	return 0;
}

/**
 * tracefs_register() - make the file system known, so that it can be mounted
 *
 * Return: 0 or -errno.
 */
int tracefs_register(void)
{
	int ret = register_filesystem(&probefs_type);

	/* The second call gives -EBUSY when the kernel has a tracefs of its own: no error. */
	if (!ret)
		tracefs_type_is_registered = !register_filesystem(&tracefs_type);
	return ret;
}

/**
 * tracefs_unregister() - undo tracefs_register(); no mount is left, because each holds the module
 */
void tracefs_unregister(void)
{
	if (tracefs_type_is_registered)
		unregister_filesystem(&tracefs_type);
	unregister_filesystem(&probefs_type);
}
