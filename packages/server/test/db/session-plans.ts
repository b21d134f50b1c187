import pg from 'pg'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A step of a statement, and how many rows it looked at, however often it was gone through. */
export interface Step {
  readonly step: string
  readonly statement: string
  readonly rows: number
}

const stepsOf = (node: PlanNode, statement: string): Step[] => {
  const seen = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  const own = { step: node['Node Type'], statement, rows: Math.round(seen * (node['Actual Loops'] ?? 0)) }
  return [own, ...(node.Plans ?? []).flatMap((child) => stepsOf(child, statement))]
}

/**
 * One session, as a pool keeps it for hours, that can tell how its statements were carried out: those inside functions and
 * triggers as well.
 */
export const openSession = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  const steps: Step[] = []
  client.on('notice', ({ message }) => {
    const plan = message?.match(/plan:\s*(\{.*\})\s*$/s)?.[1]
    if (!plan) return
    const { 'Query Text': statement, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: PlanNode }
    steps.push(...stepsOf(Plan, statement))
  })
  await client.connect()
  await client.query(
    `load 'auto_explain';
     set auto_explain.log_level = notice;
     set auto_explain.log_format = json;
     set auto_explain.log_nested_statements = on;
     set auto_explain.log_analyze = on;
     set auto_explain.log_timing = off`,
  )
  return {
    client,
    /** The steps of all that the work makes the session do. */
    async stepsOf(work: () => Promise<unknown>): Promise<readonly Step[]> {
      steps.length = 0
      await client.query('set auto_explain.log_min_duration = 0')
      await work()
      await client.query('set auto_explain.log_min_duration = -1')
      return [...steps]
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
