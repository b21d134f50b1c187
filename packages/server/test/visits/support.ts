import type { Visit } from '@rollcall/contract'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { callAs } from '../parking/support.ts'

/** Submits arrivals and departures as the reception would. */
export const submitVisitors = async ({ baseUrl }: TestService, { keys }: TestOrganization, events: object[]): Promise<void> => {
  const response = await fetch(`${baseUrl}/v1/visitor-arrival/basic`, {
    method: 'POST',
    headers: { ...basic(keys['visitor-permissions']), 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'reception', visitorEvents: events }),
  })
  const { results } = (await response.json()) as { results: { resultCode: number; message: string }[] }
  const refused = results.filter(({ resultCode }) => resultCode !== 0)
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}

/** All visits of these days, page by page. */
export const listVisits = async (service: TestService, who: SignedIn, filters: string, limit = 1000): Promise<Visit[]> => {
  const items: Visit[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/visits?limit=${limit}&${filters}${cursor && `&cursor=${cursor}`}`
    const page: { items: Visit[]; nextCursor: string | null } = (await callAs(service, who, 'GET', path)).json()
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
