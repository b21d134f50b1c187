import { showControls } from './output.ts'

export interface ProgressLine {
  /** `done` of `total` with a few words on what is being done. */
  update(done: number, total: number, text: string): void
  /** Ends the line with a summary. */
  finish(text: string): void
  /** Leaves no half a line behind: what went wrong is told after it. */
  abandon(): void
}

const PLAIN_EVERY_MS = 5_000
const DRAW_EVERY_MS = 100
const BAR_WIDTH = 24
const CLEAR_LINE = '\r\u001b[2K'

/** Progress goes to stderr: a bar on a terminal, otherwise a plain line every few seconds, so logs stay readable. */
export const startProgress = (title: string): ProgressLine => (process.stderr.isTTY ? bar(title) : plain(title))

/** Leaves the keyboard alone: Ctrl+C has to reach the command, and standard input may be what it reads. */
const bar = (title: string): ProgressLine => {
  let drawnAt = 0
  const draw = (text: string) =>
    process.stderr.write(`${CLEAR_LINE}${showControls(text).slice(0, (process.stderr.columns || 80) - 1)}`)
  draw(`${title} …`)
  return {
    update(done, total, text) {
      if (Date.now() - drawnAt < DRAW_EVERY_MS) return
      drawnAt = Date.now()
      const share = total > 0 ? Math.min(1, done / total) : 0
      const filled = Math.floor(share * BAR_WIDTH)
      draw(`${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} %  ${title}: ${text}`)
    },
    finish: (text) => void process.stderr.write(`${CLEAR_LINE}${showControls(text)}\n`),
    abandon: () => void process.stderr.write(CLEAR_LINE),
  }
}

const plain = (title: string): ProgressLine => {
  process.stderr.write(`${title} …\n`)
  let printedAt = Date.now()
  return {
    update(done, total, text) {
      if (Date.now() - printedAt < PLAIN_EVERY_MS) return
      printedAt = Date.now()
      process.stderr.write(`${title}: ${showControls(text)} (${done} of ${total})\n`)
    },
    finish: (text) => void process.stderr.write(`${showControls(text)}\n`),
    abandon: () => {},
  }
}
