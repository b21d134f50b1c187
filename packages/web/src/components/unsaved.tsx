import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useId, useLayoutEffect, useState } from 'react'
import { FirstField } from './field-focus.tsx'

const Report = createContext<(part: string, isDirty: boolean) => void>(() => undefined)

/** Reports to the surrounding dialog whether a form has unsaved changes. */
export const useUnsaved = (isDirty: boolean): void => {
  const report = use(Report)
  const part = useId()
  // This must run before the next event: Escape right after typing must not find a form that still counts as unchanged.
  useLayoutEffect(() => {
    report(part, isDirty)
    return () => report(part, false)
  }, [report, part, isDirty])
}

/** The same as a component, for a form directly in its dialog. */
export const Unsaved = ({ isDirty }: { isDirty: boolean }) => {
  useUnsaved(isDirty)
  return null
}

/** What a dialog changes, as it was when it opened: what others do meanwhile changes neither its form nor its question. */
export const useAtOpening = <T,>(value: T): T => useState(() => value)[0]

/** A dialog with a form. Escape, a click outside, the close button and the browser's Back ask before they discard changes. */
export const FormDialog = ({ onClose, children, ...modal }: ModalProps) => {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const report = useCallback((part: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(part) === isDirty) return before
      const next = new Set(before)
      if (isDirty) next.add(part)
      else next.delete(part)
      return next
    })
  }, [])
  const isDirty = dirty.size > 0
  return (
    <>
      <Modal closeButtonProps={{ 'aria-label': t`Close` }} {...modal} onClose={() => (isDirty ? setAsking(true) : onClose())}>
        <Report value={report}>{children}</Report>
        <FirstField />
      </Modal>
      <LeaveGuard isDirty={isDirty} />
      <AskToLeave
        isOpen={isAsking && isDirty}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false)
          onClose()
        }}
      />
    </>
  )
}

/** Asks before the user leaves a page with unsaved changes. */
export const LeaveGuard = ({ isDirty, children }: { isDirty: boolean; children?: ReactNode }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || tabOf(next.search) !== tabOf(current.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <AskToLeave isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()}>
      {children}
    </AskToLeave>
  )
}

const tabOf = (search: unknown): unknown => (search as { tab?: unknown }).tab

interface AskProps {
  readonly isOpen: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
  readonly children?: ReactNode
}

/** It is mounted only while open, because otherwise the Escape that opens it would also close it. */
const AskToLeave = ({ isOpen, onStay, onLeave, children = t`What you entered is not saved.` }: AskProps) =>
  isOpen ? (
    <Modal opened onClose={onStay} title={t`Leave without saving?`} closeButtonProps={{ 'aria-label': t`Close` }} zIndex={300}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onStay}>
            <Trans>Stay</Trans>
          </Button>
          <Button color="red.9" onClick={onLeave}>
            <Trans>Leave</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  ) : null
