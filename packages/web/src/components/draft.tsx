import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changedSince } from '../api/changed-since.ts'
import { useSession } from '../api/session.ts'
import { draftKey, forgetDrafts } from './kept-drafts.ts'

/** The part of a form that a draft needs. */
export interface DraftForm<V> {
  readonly getValues: () => V
  readonly getInitialValues: () => V
  readonly setValues: (values: Partial<V>) => void
  readonly reset: () => void
}

interface Props<V extends object> {
  /** Names the form and what it changes. */
  readonly name: string
  readonly form: DraftForm<V>
  /** Fields that are never kept: scripts, extensions and the next user of the device can read what a browser keeps. */
  readonly secrets?: readonly (keyof V & string)[]
  /** Follows the words that something came back. */
  readonly children?: ReactNode
}

const read = (key: string): object => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '') as object | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * Keeps what was entered in a form until it is closed, so that a reload of the page loses nothing, and says so if something came
 * back. Only changed fields are kept, so that what others change in the rest meanwhile stays.
 */
export const Draft = <V extends object>({ name, form, secrets = [], children }: Props<V>) => {
  const { userId } = useSession()
  const key = draftKey(userId, name)
  const [isRestored, setRestored] = useState(false)
  const isKept = useRef(false)
  /** The values that may be kept; undefined if there are none. A version of the form before may have had other fields. */
  const keptOf = (values: object): Partial<V> | undefined => {
    const fields: readonly string[] = Object.keys(form.getValues())
    const kept = Object.entries(values).filter(([field]) => fields.includes(field) && !secrets.some((secret) => secret === field))
    return kept.length > 0 ? (Object.fromEntries(kept) as Partial<V>) : undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft comes back once, when the form opens.
  useEffect(() => {
    forgetDrafts(userId)
    const draft = keptOf(read(key))
    if (draft) {
      form.setValues(draft)
      setRestored(true)
    }
    // Closing a form is a decision, a reload is not.
    return () => sessionStorage.removeItem(key)
  }, [key])
  useEffect(() => {
    const changes = keptOf(changedSince(form.getInitialValues(), form.getValues()) ?? {})
    if (changes) sessionStorage.setItem(key, JSON.stringify(changes))
    else if (isKept.current) {
      sessionStorage.removeItem(key)
      setRestored(false)
    }
    isKept.current = changes !== undefined
  })
  return isRestored ? (
    <Alert variant="light" p="xs" role="status">
      <Group justify="space-between">
        <Trans>
          Draft restored
          <Button variant="subtle" size="compact-sm" onClick={form.reset}>
            Discard
          </Button>
        </Trans>
      </Group>
      {children ? <Text size="sm">{children}</Text> : null}
    </Alert>
  ) : null
}
