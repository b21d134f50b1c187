import { t } from '@lingui/core/macro'
import { type ComponentType, use } from 'react'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query.ts'

/** Grows with every retry; a page that failed in an earlier attempt is loaded again. */
let attempt = 0
/** How many pages and dialogs are being loaded. */
let filesLoading = 0

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
      filesLoading += 1
      const done = load()
        .finally(() => {
          filesLoading -= 1
        })
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

/** How long nothing has to be loading before something is loaded ahead of time. */
const IDLE_MS = 3_000

/** Loads something ahead of time, once the page that is being shown is complete. Returns what cancels it. */
export const whenIdle = (load: () => unknown): (() => void) => {
  let wasIdle = false
  const timer = setInterval(() => {
    const isIdle = document.readyState === 'complete' && filesLoading === 0 && queryClient.isFetching() === 0
    if (isIdle && wasIdle) {
      clearInterval(timer)
      load()
    }
    wasIdle = isIdle
  }, IDLE_MS)
  return () => clearInterval(timer)
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
    title: t`This page could not be loaded`,
    detail: t`Reload it in a while.`,
  })
}

const RELOADED = 'rollcall.reloaded-for'
