import { findChromium, launchChromium } from '../../packages/web/test/support/chromium.ts'
import type { Caller } from './caller.ts'
import type { Subject } from './subject.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>

/** A user at the web app in Chromium, which optimizes code as that of its users does. */
export interface Session extends AsyncDisposable {
  readonly page: Awaited<ReturnType<Browser['newPage']>>
}

const PASSWORD = 'correct horse battery staple'

export const signInBrowser = async (
  { baseUrl, userIds }: Subject,
  administrator: Caller,
  person: 'administrator' | 'employee',
): Promise<Session> => {
  const userId = userIds[person === 'employee' ? 1 : 0]
  const roles = person === 'employee' ? [] : ['global-administrator']
  await administrator.json('PUT', `/api/users/${userId}/account`, { password: PASSWORD, roles })
  const { userName } = await administrator.json<{ userName: string }>('GET', `/api/users/${userId}`)
  const browser = await launchChromium(await findChromium(), [])
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 } })
  const answer = await context.request.post('/api/session', { data: { userName, password: PASSWORD } })
  if (answer.status() !== 201) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`)
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => browser.close() }
}
