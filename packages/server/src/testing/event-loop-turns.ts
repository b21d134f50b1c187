/** Counts the turns of the event loop while the work runs. */
export const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let next: NodeJS.Immediate
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  await work()
  clearImmediate(next)
  return turns
}
