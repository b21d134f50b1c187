import type { ImportRefused } from '@rollcall/server/basics'
import { showControls } from './output.ts'

/** Prints to standard error what an import ignores, and what its guard would reject. */
export const showWarnings = (warnings: ImportRefused['warnings']): void => {
  for (const { pointer, message, count, code } of warnings) {
    const times = code === 'key_ignored' && count > 1 ? ` (${count.toLocaleString('en')} times)` : ''
    console.error(showControls(`warning: ${pointer || '/'}${times}: ${message}`))
  }
}
