import { type ComponentType, use } from 'react'
import { ApiError } from '../api/api-error.ts'

/** Grows with every retry; a page that failed in an earlier attempt is loaded again. */
let attempt = 0

/** Makes pages whose code could not be loaded try again. */
export const retryPages = (): void => {
  attempt += 1
}

/**
 * A page whose code is loaded when it is first opened. The router's own reloads the whole app when that fails, which leaves
 * a blank page while the service is away.
 */
export const lazyPage = <Props extends object = object>(load: () => Promise<unknown>, name: string) => {
  let Loaded: ComponentType<Props> | undefined
  let loading: { readonly attempt: number; readonly done: Promise<void> } | undefined
  const start = (): Promise<void> => {
    if (loading?.attempt !== attempt) {
      const done = load()
        .catch(whenNotLoaded)
        .then((module) => {
          Loaded = (module as Record<string, ComponentType<Props>>)[name]
        })
      done.catch(() => undefined)
      loading = { attempt, done }
    }
    return loading.done
  }
  const Page = (props: Props) => {
    if (!Loaded) use(start())
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(Page, { load: start, preload: () => start().catch(() => undefined) })
}

/** Without a response the service is away. With one, it has a new version with new file names, which only a reload finds. */
const whenNotLoaded = async (error: unknown): Promise<never> => {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch((cause: unknown) => {
    throw ApiError.network(cause)
  })
  if (answer.ok && sessionStorage.getItem(RELOADED) !== String(error)) {
    sessionStorage.setItem(RELOADED, String(error))
    window.location.reload()
    return new Promise<never>(() => undefined)
  }
  throw new ApiError(answer.status, {
    code: 'not_loaded',
    title: 'This page could not be loaded',
    detail: 'Reload it in a while.',
  })
}

const RELOADED = 'rollcall.reloaded-for'
