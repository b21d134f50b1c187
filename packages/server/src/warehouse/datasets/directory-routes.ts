import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { answerLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'

/** Routes of the datasets users, groups, locations, desks and spaces. */
export const registerDirectoryRoutes = (http: HttpContext, warehouse: Warehouse): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, (call) => answerLive(warehouse, call, dataset))
  }
}
