/**
 * How often to try something whose every run is dear: as often as given in `npm test`, and so many times more where
 * ROLLCALL_TEST_RUNS says so.
 */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.ROLLCALL_TEST_RUNS ?? 1))
