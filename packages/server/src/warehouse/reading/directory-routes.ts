import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { answerDataset } from './answer-dataset.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'
import { readLive } from './live-reader.ts'
import type { Warehouse } from './warehouse.ts'

/** GET users, groups, locations, desks, spaces. */
export const registerDirectoryRoutes = (http: HttpContext, warehouse: Warehouse): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, async (call) =>
      answerDataset(warehouse, call, await readLive(warehouse, { dataset, orgId: call.caller.orgId, values: {} })),
    )
  }
}
