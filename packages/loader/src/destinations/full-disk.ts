/** In the words of the system, as DuckDB repeats them, and in its own for where it keeps what memory cannot hold. */
export const isFullDisk = (message: string): boolean =>
  /No space left|ENOSPC|Disk quota exceeded|EDQUOT|max_temp_directory_size/i.test(message)

export const FREE_SPACE = 'has no space left. Free some on its disk, and load again: it goes on from there.'
