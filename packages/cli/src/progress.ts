import { showControls } from './output.ts'

export interface ProgressLine {
  /** `done` of `total` with a few words on what is being done. What is shown never runs backwards, also where `total` grows. */
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

/** The whole percentage of what is done, never less than it was. */
export const createPercentage = (): ((done: number, total: number) => number) => {
  let shown = 0
  return (done, total) => {
    if (total > 0) shown = Math.max(shown, Math.min(100, Math.floor((done / total) * 100)))
    return shown
  }
}

/** Progress goes to stderr: a bar on a terminal, otherwise a plain line every few seconds, so logs stay readable. */
export const startProgress = (title: string): ProgressLine => (process.stderr.isTTY ? bar(title) : plain(title))

/** Leaves the keyboard alone: Ctrl+C has to reach the command, and standard input may be what it reads. */
const bar = (title: string): ProgressLine => {
  let drawnAt = 0
  const percentage = createPercentage()
  const draw = (text: string) =>
    process.stderr.write(`${CLEAR_LINE}${showControls(text).slice(0, (process.stderr.columns || 80) - 1)}`)
  draw(`${title} …`)
  return {
    update(done, total, text) {
      const percent = percentage(done, total)
      if (Date.now() - drawnAt < DRAW_EVERY_MS) return
      drawnAt = Date.now()
      const filled = Math.floor((percent / 100) * BAR_WIDTH)
      draw(`${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${percent} %  ${title}: ${text}`)
    },
    finish: (text) => void process.stderr.write(`${CLEAR_LINE}${showControls(text)}\n`),
    abandon: () => void process.stderr.write(CLEAR_LINE),
  }
}

const plain = (title: string): ProgressLine => {
  process.stderr.write(`${title} …\n`)
  let printedAt = Date.now()
  const percentage = createPercentage()
  return {
    update(done, total, text) {
      const percent = percentage(done, total)
      if (Date.now() - printedAt < PLAIN_EVERY_MS) return
      printedAt = Date.now()
      process.stderr.write(`${title}: ${showControls(text)} (${percent} %)\n`)
    },
    finish: (text) => void process.stderr.write(`${showControls(text)}\n`),
    abandon: () => {},
  }
}
