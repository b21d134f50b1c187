import type { LoadProgress } from './options.ts'

/** Counts total and completed requests. */
export interface Progress {
  expect(questions: number): void
  done(text: string): void
  say(text: string): void
}

export const createProgress = (report: ((progress: LoadProgress) => void) | undefined): Progress => {
  let total = 0
  let done = 0
  const say = (text: string) => report?.({ done, total, text })
  return {
    expect(questions) {
      total += questions
    },
    say,
    done(text) {
      done += 1
      say(text)
    },
  }
}
