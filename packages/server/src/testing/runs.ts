/**
 * Returns how often to repeat an expensive test: the given number in `npm test`, and a multiple of it where
 * ROLLCALL_TEST_RUNS is set.
 */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.ROLLCALL_TEST_RUNS ?? 1))
