import { homedir } from 'node:os'
import { join } from 'node:path'

/** What these tests download. It is no folder for temporary files, because those of a test run are removed at its end. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rollcall-tests')
