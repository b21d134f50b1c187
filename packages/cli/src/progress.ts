import { showControls } from './output.ts'

export interface ProgressLine {
  /** Shows `done` of `total` with a short text. The percentage never decreases, even if `total` grows. */
  update(done: number, total: number, text: string): void
  /** Ends the line with a summary. */
  finish(text: string): void
  /** Clears the line, so that an error message starts on a new one. */
  abandon(): void
}

const PLAIN_EVERY_MS = 5_000
const DRAW_EVERY_MS = 100
const BAR_WIDTH = 24
const CLEAR_LINE = '\r\u001b[2K'

/** The integer percentage done, which never decreases. */
export const createPercentage = (): ((done: number, total: number) => number) => {
  let shown = 0
  return (done, total) => {
    if (total > 0) shown = Math.max(shown, Math.min(100, Math.floor((done / total) * 100)))
    return shown
  }
}

/** Progress goes to stderr: a bar on a terminal, otherwise a line every few seconds, so that logs stay readable. */
export const startProgress = (title: string): ProgressLine => (process.stderr.isTTY ? bar(title) : plain(title))

/** Runs the work with a progress line, which is cleared if the work fails, so that its error starts on a line of its own. */
export const withProgress = async <T>(
  [doing, done]: readonly [doing: string, done: string],
  work: (progress: ProgressLine) => Promise<T>,
): Promise<T> => {
  const progress = startProgress(doing)
  try {
    const result = await work(progress)
    progress.finish(done)
    return result
  } catch (error) {
    progress.abandon()
    throw error
  }
}

/** Does not capture the keyboard: Ctrl+C must reach the command, and standard input may be its data. */
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
