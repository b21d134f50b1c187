import { replaceEqualDeep, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** The second click of a double click comes within this time, perhaps after the response to the first. */
export const DOUBLE_CLICK_MS = 500

interface ActionOptions<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  /** Actions with different locks run at the same time. Without a lock, one action runs at a time. */
  readonly lockOf?: (variables: Variables) => string
  /** A key that identifies equal calls if `variables` hold functions. */
  readonly commandOf?: (variables: Variables) => unknown
  /** Whether the same call may follow at once, because it changes nothing. */
  readonly isRepeatable?: boolean
}

interface Started {
  readonly command: unknown
  readonly at: number
}

/**
 * The only way to change something on the service. While an action runs, further calls with its lock are dropped, and so is
 * the same call once more from a double click. State alone cannot do this: a second click may precede the next rendering.
 */
export const useAction = <Data, Variables = void, Context = unknown>({
  lockOf = () => '',
  commandOf = (variables) => variables,
  isRepeatable = false,
  ...options
}: ActionOptions<Data, Variables, Context>) => {
  const { data, error, variables, isIdle, isSuccess, reset, mutateAsync } = useMutation(options)
  const running = useRef(new Set<string>())
  const last = useRef<Started>(undefined)
  const [locked, setLocked] = useState<ReadonlySet<string>>(running.current)
  const show = () => setLocked(new Set(running.current))
  const mutate = (next: Variables): void => {
    const lock = lockOf(next)
    const command = commandOf(next)
    if (running.current.has(lock) || (!isRepeatable && isRepeated(last.current, command))) return
    running.current.add(lock)
    last.current = { command, at: performance.now() }
    show()
    const release = () => {
      running.current.delete(lock)
      show()
    }
    // A failure is reported by `onError` and `error`, and the same call may follow it at once.
    mutateAsync(next).then(release, () => {
      last.current = undefined
      release()
    })
  }
  const isPending = locked.size > 0
  const isLocked = (lock: string): boolean => locked.has(lock)
  return { data, error, variables, isIdle, isSuccess, isPending, isLocked, mutate, reset }
}

const isRepeated = (last: Started | undefined, next: unknown): boolean =>
  last !== undefined &&
  performance.now() - last.at < DOUBLE_CLICK_MS &&
  Object.is(replaceEqualDeep(last.command, next), last.command)
