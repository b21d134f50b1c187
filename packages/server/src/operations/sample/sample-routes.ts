import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { SampleService } from './sample-service.ts'

export const registerSampleRoutes = (http: HttpContext, samples: SampleService): void => {
  serve(http, ENDPOINTS.getSampleCompany, ({ caller: { orgId } }) => samples.get(orgId))
  serve(http, ENDPOINTS.makeSampleCompany, ({ caller: { orgId, userId } }) => samples.make(orgId, userId))
  serve(http, ENDPOINTS.removeSampleCompany, ({ caller: { orgId } }) => samples.remove(orgId))
}
