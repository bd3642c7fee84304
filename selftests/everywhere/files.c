// SPDX-License-Identifier: GPL-2.0
/*
 * Whole files, and text that grows.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "everywhere.h"

/** read_file() - all of it, with a NUL behind; NULL when it can't be opened. The caller frees it. */
char *read_file(const char *path)
{
	size_t size = 0, room = 65536;
	char *text = malloc(room);
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (fd < 0 || !text) {
		free(text);
		return NULL;
	}
	while ((got = read(fd, text + size, room - size - 1)) > 0 || (got < 0 && errno == EINTR)) {
		size += got > 0 ? got : 0;
		if (room - size < 4096)
			text = realloc(text, room *= 2);
		if (!text)
			die("memory for %s", path);
	}
	close(fd);
	text[size] = '\0';
	return text;
}

/** write_file() - in one write(2). Return: 0 or an errno. */
int write_file(const char *path, int flags, const char *text, size_t size)
{
	int fd = open(path, O_WRONLY | flags), ret = 0;

	if (fd < 0)
		return errno;
	if (write(fd, text, size) != (ssize_t)size)
		ret = errno ?: EIO;
	close(fd);
	return ret;
}

/** write_text() - as echo does with > */
int write_text(const char *path, const char *text)
{
	return write_file(path, O_TRUNC, text, strlen(text));
}

/** append() - lengthens *@text, which starts as NULL with *@size 0 */
void append(char **text, size_t *size, const char *more)
{
	size_t length = strlen(more);

	*text = realloc(*text, *size + length + 1);
	if (!*text)
		die("memory");
	memcpy(*text + *size, more, length + 1);
	*size += length;
}
