/** A browser as far as signing in needs one: it keeps cookies for each origin, and follows redirects. */
export interface Browser {
  /** Opens an address and follows redirects, until one leads to the service or a page is shown. */
  visit(address: string | URL, form?: Record<string, string>): Promise<Page>
  /** Calls the API of the service as a page of the web app does. */
  call(path: string, body?: object, method?: string): Promise<Called>
  /** Its cookies of the service, by name. */
  readonly cookies: Map<string, string>
}

interface Page {
  readonly address: URL
  readonly status: number
  readonly html: string
}

interface Called {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
  readonly body: any
  readonly setCookies: readonly string[]
}

const MAX_REDIRECTS = 12

/** Opens a browser for the service at this address, which may be several nodes one after the other. */
export const openBrowser = (service: { readonly baseUrl: string }): Browser => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const cookies = jarOf('the service')
  let csrfToken = ''

  const request = async (url: URL, init: RequestInit): Promise<Response> => {
    const jar = url.origin === new URL(service.baseUrl).origin ? cookies : jarOf(url.origin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const given of response.headers.getSetCookie()) {
      const [pair = ''] = given.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(given)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    cookies,
    async visit(address, form) {
      let url = new URL(address)
      let init: RequestInit = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
      for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
        if (url.origin === new URL(service.baseUrl).origin) return { address: url, status: 0, html: '' }
        const response = await request(url, init)
        const location = response.headers.get('location')
        if (response.status < 300 || response.status >= 400 || location === null) {
          return { address: url, status: response.status, html: await response.text() }
        }
        await response.body?.cancel()
        url = new URL(location, url)
        init = {}
      }
      throw new Error(`More than ${MAX_REDIRECTS} redirects, the last one to ${url}`)
    },
    async call(path, body, method = body === undefined ? 'GET' : 'POST') {
      const response = await request(new URL(path, service.baseUrl), {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), 'x-csrf-token': csrfToken },
        body: body === undefined ? null : JSON.stringify(body),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
      const answer: any = await response.json()
      csrfToken = answer?.session?.csrfToken ?? answer?.csrfToken ?? csrfToken
      return { status: response.status, body: answer, setCookies: response.headers.getSetCookie() }
    },
  }
}

/** What the web app sends to the service of the address to which a provider sent the browser back. */
export const answerOf = (address: URL): Record<string, string> => {
  const [, providerId = ''] = /^\/sign-in\/sso\/([^/]+)$/.exec(address.pathname) ?? []
  const { error_description: errorDescription, ...known } = Object.fromEntries(address.searchParams)
  const { state = '', code, iss, error } = known
  const given = { providerId, state, code, iss, error, errorDescription }
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Signs in from start to end, and returns the answer of the service. */
export const signInWith = async (browser: Browser, providerId: string, more: object = {}): Promise<Called> => {
  const started = await browser.call('/api/session/sso', { providerId, ...more })
  if (started.status !== 200) return started
  const { address } = await browser.visit(started.body.address)
  return browser.call('/api/session/sso/answer', answerOf(address))
}

/** Enters the code of a device at the real provider, whose pages ask whether that is right. */
export const enterDeviceCode = async (browser: Browser, verificationUri: string): Promise<void> => {
  let page = await browser.visit(verificationUri)
  for (let clicks = 0; clicks < 3 && page.html.includes('<form'); clicks++) {
    const action = /action="([^"]+)"/.exec(page.html)?.[1] as string
    const inputs = page.html.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)
    const fields = Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
    page = await browser.visit(new URL(action, page.address), { ...fields, confirm: 'yes' })
  }
}
