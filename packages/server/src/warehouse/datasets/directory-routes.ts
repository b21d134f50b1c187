import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDay } from '../../gate/parameters/date-range.ts'
import { answerLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'

/** Routes of the datasets of the directory, and of its history. */
export const registerDirectoryRoutes = (http: HttpContext, warehouse: Warehouse): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, (call) => {
      const { asOf } = call.query as { asOf?: string }
      return answerLive(warehouse, call, dataset, { asOf: asOf === undefined ? null : readDay('asOf', asOf) })
    })
  }
}
