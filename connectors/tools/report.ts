import { cpus, totalmem } from 'node:os'

interface Outcome {
  readonly tool: string
  readonly what: string
  readonly command: string
  readonly result: string
  readonly seconds: number
  readonly failed: boolean
}

/** Runs the steps of one tool; the first that fails is the last of this tool. */
export interface Steps {
  step(what: string, command: string, work: () => Promise<string>): Promise<void>
}

/** What one tool did. */
export interface Report {
  /** Runs the steps of the tool. A failure is noted, and ends these steps only. */
  tool(title: string, work: (steps: Steps) => Promise<void>): Promise<void>
  readonly failures: number
  text(): string
}

class StepFailed extends Error {}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

export const createReport = (log: (line: string) => void): Report => {
  const outcomes: Outcome[] = []
  const startedAt = Date.now()
  const secondsSince = (start: number): number => Math.round((Date.now() - start) / 1000)

  const note = (outcome: Outcome): void => {
    outcomes.push(outcome)
    const { failed, tool, what, result, seconds } = outcome
    log(`${failed ? 'FAILED' : 'ok    '}  ${tool}: ${what}: ${result} (${seconds} s)`)
  }

  const timed = async (tool: string, what: string, command: string, work: () => Promise<string>): Promise<void> => {
    const start = Date.now()
    log(`…       ${tool}: ${what}`)
    try {
      note({ tool, what, command, result: await work(), seconds: secondsSince(start), failed: false })
    } catch (error) {
      const { message, stack } = error as Error
      note({ tool, what, command, result: message, seconds: secondsSince(start), failed: true })
      throw new StepFailed(stack)
    }
  }

  return {
    async tool(title, work) {
      const start = Date.now()
      try {
        await work({ step: (what, command, step) => timed(title, what, command, step) })
      } catch (error) {
        if (error instanceof StepFailed) return
        note({ tool: title, what: 'set-up', command: '', result: String(error), seconds: secondsSince(start), failed: true })
      }
    },
    get failures() {
      return outcomes.filter(({ failed }) => failed).length
    },
    text() {
      const [cpu] = cpus()
      const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
      const lines = outcomes.map((each) => `  ${lineOf(each)}${each.command ? `\n        ${each.command}` : ''}`)
      const day = new Date().toISOString().slice(0, 10)
      return [`${day}, ${machine}, ${secondsSince(startedAt)} s`, outcomes[0]?.tool, ...lines].join('\n')
    },
  }
}

const lineOf = ({ failed, what, result, seconds }: Outcome): string =>
  `${failed ? 'FAILED' : 'ok'} ${String(seconds).padStart(4)} s  ${what}: ${firstLine(result)}`
