import { progress } from '@clack/prompts'

export interface ProgressLine {
  /** `done` of `total` with a few words on what is being done. */
  update(done: number, total: number, text: string): void
  /** Ends the line with a summary. */
  finish(text: string): void
}

const PLAIN_EVERY_MS = 5_000

/** Progress goes to stderr: a bar on a terminal, otherwise a plain line every few seconds, so logs stay readable. */
export const startProgress = (title: string): ProgressLine => (process.stderr.isTTY ? bar(title) : plain(title))

const bar = (title: string): ProgressLine => {
  const line = progress({ max: 100, output: process.stderr })
  line.start(title)
  let shown = 0
  return {
    update(done, total, text) {
      const percent = total > 0 ? Math.floor((done / total) * 100) : 0
      // A bar only moves forward; the text follows in any case.
      if (percent > shown) line.advance(percent - shown, `${title}: ${text}`)
      else line.message(`${title}: ${text}`)
      shown = Math.max(shown, percent)
    },
    finish: (text) => line.stop(text),
  }
}

const plain = (title: string): ProgressLine => {
  process.stderr.write(`${title} …\n`)
  let printedAt = Date.now()
  return {
    update(done, total, text) {
      if (Date.now() - printedAt < PLAIN_EVERY_MS) return
      printedAt = Date.now()
      process.stderr.write(`${title}: ${text} (${done} of ${total})\n`)
    },
    finish: (text) => void process.stderr.write(`${text}\n`),
  }
}
