/** Messages for a full disk: the text of the system, which DuckDB repeats, and DuckDB's own text for its temporary files. */
export const isFullDisk = (message: string): boolean =>
  /No space left|ENOSPC|Disk quota exceeded|EDQUOT|max_temp_directory_size/i.test(message)

export const FREE_SPACE = 'has no space left. Free disk space, and load again: the load resumes.'
