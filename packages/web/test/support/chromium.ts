import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import chromium, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { memoryFolder } from '../../../server/src/testing/scratch-folder.ts'

export interface Chromium {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

const PACKED = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')

/** The Chromium that comes by npm, unpacked once per machine, with its own libraries and fonts on a machine that has none. */
export const findChromium = async (): Promise<Chromium> => {
  const path = await chromium.executablePath()
  const env: Record<string, string> = {}
  if (!existsSync('/etc/fonts')) env.FONTCONFIG_PATH = join(dirname(path), 'fonts')
  if (!(await starts(path))) env.LD_LIBRARY_PATH = join(await inflate(join(PACKED, 'al2023.tar.br')), 'lib')
  return { path, env }
}

const starts = (path: string): Promise<boolean> =>
  promisify(execFile)(path, ['--version', '--no-sandbox']).then(
    () => true,
    () => false,
  )

/** A page of a test lives for seconds: optimizing its code costs more than it saves. */
const WITHOUT_OPTIMIZING = ['--js-flags=--no-maglev,--no-turbofan']

export const launchChromium = async ({ path, env }: Chromium, flags = WITHOUT_OPTIMIZING): Promise<Browser> =>
  playwright.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', ...flags],
    // Each picture of a page is a new file: in memory it costs least.
    ignoreDefaultArgs: (await memoryFolder()) === undefined ? [] : ['--disable-dev-shm-usage'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
