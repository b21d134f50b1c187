/** Which page of runs is shown; in the address of the page. */
export interface RunsView {
  readonly cursor?: string
}

export const validateRunsView = ({ cursor }: Record<string, unknown>): RunsView =>
  typeof cursor === 'string' && cursor ? { cursor } : {}
