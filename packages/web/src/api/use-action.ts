import { replaceEqualDeep, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** The second click of a double click comes within this time; the first may be answered already. */
const DOUBLE_CLICK_MS = 500

interface ActionOptions<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  /** Actions with different locks run beside each other. Without it, one runs at a time. */
  readonly lockOf?: (variables: Variables) => string
}

interface Started {
  readonly variables: unknown
  readonly at: number
}

/**
 * The only way to change something on the service. While an action runs, further calls with its lock are dropped, and so is
 * the same call once more from a double click. State alone cannot do this: a second click may precede the next rendering.
 */
export const useAction = <Data, Variables = void, Context = unknown>({
  lockOf = () => '',
  ...options
}: ActionOptions<Data, Variables, Context>) => {
  const { data, error, variables, isIdle, isSuccess, reset, mutateAsync } = useMutation(options)
  const running = useRef(new Set<string>())
  const last = useRef<Started>(undefined)
  const [locked, setLocked] = useState<ReadonlySet<string>>(running.current)
  const show = () => setLocked(new Set(running.current))
  const mutate = (next: Variables): void => {
    const lock = lockOf(next)
    if (running.current.has(lock) || isRepeated(last.current, next)) return
    running.current.add(lock)
    last.current = { variables: next, at: performance.now() }
    show()
    const release = () => {
      running.current.delete(lock)
      show()
    }
    // A failure is reported by `onError` and `error`.
    mutateAsync(next).then(release, release)
  }
  const isPending = locked.size > 0
  const isLocked = (lock: string): boolean => locked.has(lock)
  return { data, error, variables, isIdle, isSuccess, isPending, isLocked, mutate, reset }
}

const isRepeated = (last: Started | undefined, next: unknown): boolean =>
  last !== undefined &&
  performance.now() - last.at < DOUBLE_CLICK_MS &&
  Object.is(replaceEqualDeep(last.variables, next), last.variables)
