/** A thread that does nothing but use a part of a core, in bursts. */
import { workerData } from 'node:worker_threads'
import { sleep } from './measure.ts'

const BURST_MS = 5

const { share } = workerData as { readonly share: number }
for (;;) {
  const until = performance.now() + BURST_MS
  while (performance.now() < until);
  await sleep((BURST_MS * (1 - share)) / share)
}
