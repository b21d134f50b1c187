/**
 * What `npm ci` does last: turns on the hooks of the repository, where this is one, and builds the web app and the guide. It is a program, because
 * the shells of Windows and of other systems have little in common.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

if (existsSync(join(ROOT, '.git')))
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: ROOT, stdio: 'inherit' })
await import('../packages/web/build.ts')
await import('../packages/guide/build.ts')
