import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../api/session.ts'

/** The part of a form that a draft needs. */
interface DraftForm<V> {
  readonly getValues: () => V
  readonly setValues: (values: Partial<V>) => void
  readonly isDirty: () => boolean
  readonly reset: () => void
}

const read = (key: string): object | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as object
  } catch {
    return undefined
  }
}

/**
 * Keeps what was entered in a form until it is closed, so that a reload of the page loses nothing. Returns a notice if something
 * came back. Without a name nothing is kept, which is for forms with secrets.
 */
export const useDraft = <V extends object>(name: string | undefined, form: DraftForm<V>): ReactNode => {
  const { userId } = useSession()
  const key = name === undefined ? undefined : `rollcall.draft.${userId}.${name}`
  const [isRestored, setRestored] = useState(false)
  const isKept = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft comes back once, when the form opens.
  useEffect(() => {
    if (!key) return
    const draft = read(key)
    if (draft) {
      form.setValues(draft as Partial<V>)
      setRestored(true)
    }
    // Closing a form is a decision, a reload is not.
    return () => sessionStorage.removeItem(key)
  }, [key])
  useEffect(() => {
    if (!key) return
    if (form.isDirty()) sessionStorage.setItem(key, JSON.stringify(form.getValues()))
    else if (isKept.current) sessionStorage.removeItem(key)
    isKept.current = form.isDirty()
  })
  const discard = (): void => {
    form.reset()
    setRestored(false)
  }
  return isRestored ? (
    <Alert variant="light" p="xs" role="status">
      <Group justify="space-between">
        <Trans>
          Draft restored
          <Button variant="subtle" size="compact-sm" onClick={discard}>
            Discard
          </Button>
        </Trans>
      </Group>
    </Alert>
  ) : null
}
