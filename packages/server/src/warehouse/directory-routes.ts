import { type HttpContext, serve } from '../http/serve.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'
import { answerLive, type DatasetPools } from './live-answer.ts'

/** GET users, groups, locations, desks, spaces. */
export const registerDirectoryRoutes = (http: HttpContext, pools: DatasetPools): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, (call) => answerLive(pools, call, { dataset, orgId: call.caller.orgId, values: {} }))
  }
}
