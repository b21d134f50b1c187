import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { startTestService, type TestService } from '../../../server/src/testing/test-service.ts'
import { type Home, live, moveIn, rowsOf } from '../../../server/test/attendance/simulated-support.ts'
import { type DayRange, simulateCompany, truthOf, type UserDayTruth } from '../../../simulator/src/index.ts'

/** A company with a known truth, whose history has been sent and published. */
export interface PublishedCompany extends AsyncDisposable {
  readonly service: TestService
  readonly home: Home
  readonly administrator: RollcallClient
  /** A key that reads the warehouse. */
  readonly key: { id: string; secret: string }
  readonly reader: RollcallClient
  readonly range: DayRange
  readonly truth: readonly UserDayTruth[]
}

export const publishCompany = async (range: DayRange, employees: number): Promise<PublishedCompany> => {
  const company = simulateCompany({ seed: 11, employees, startDay: range.fromDay, late: 0.1 })
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startTestService())
  const home = await moveIn(service, company, range)
  await live(home, company, range)
  await home.client.runRefresh({})
  const key = await service.createKey(home.orgId, 'data-warehouse')
  const reader = createClient({ baseUrl: service.baseUrl, key })
  const truth = rowsOf([...truthOf(company, range)], 'userDay')
  const open = stack.move()
  return {
    ...{ service, home, administrator: home.client, key, reader, range, truth },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** The environment of a command that calls the company or a proxy. */
export const reachedAt = (
  { service, key }: Pick<PublishedCompany, 'service' | 'key'>,
  url: string = service.baseUrl,
): Record<string, string> => ({ ROLLCALL_URL: url, ROLLCALL_KEY_ID: key.id, ROLLCALL_KEY_SECRET: key.secret })
