import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useRef } from 'react'
import { DOUBLE_CLICK_MS, useAction } from '../../../api/use-action.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { Draft, type DraftForm } from '../../../components/draft.tsx'
import { takeFocusOfClose } from '../../../components/field-focus.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { FormDialog, Unsaved } from '../../../components/unsaved.tsx'
import { type FieldOfCode, fieldErrors } from './form-values.ts'

/** Returned by `save` if the dialog stays open for another step. */
export const NEXT_STEP = 'next-step'

/** The part of a form that the dialog uses. */
interface Form<V> extends DraftForm<V> {
  readonly isDirty: () => boolean
  readonly setErrors: (errors: Record<string, ReactNode>) => void
  readonly onSubmit: (handle: (values: V) => void) => (event?: SyntheticEvent<HTMLFormElement>) => void
}

interface FormProps<V extends object> {
  readonly form: Form<V>
  /** Calls the service and shows a notice. The dialog stays open if there is another step. */
  readonly save: (values: V, isFollowed: boolean) => Promise<unknown>
  readonly submitLabel: string
  /** A second button, after which another entry follows in the same dialog; `save` empties the form then. */
  readonly followLabel?: string | undefined
  /** Names the form and what it changes, so that what was entered survives a reload. */
  readonly draft?: string
  /** Fields that a draft leaves out. */
  readonly secrets?: readonly (keyof V & string)[]
  readonly color?: string
  /** False while a preview loads: the buttons appear below it, so that they do not move under the pointer. */
  readonly isReady?: boolean
  /** The field of an error that does not name one, by its code. */
  readonly fieldOfCode?: FieldOfCode
  readonly onClose: () => void
  readonly children: ReactNode
}

interface Props<V extends object> extends FormProps<V> {
  readonly title: string
}

/** The button stays busy for this time, so that the second click of a double click does not trigger the next step. */
const afterDoubleClick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS))

/** A form in a dialog. */
export const FormModal = <V extends object>({ title, ...props }: Props<V>) => (
  <FormDialog opened onClose={props.onClose} title={title} size="lg">
    <ModalForm {...props} />
  </FormDialog>
)

/** The form of a dialog. Errors of the service are shown at their fields, or above all fields. */
export const ModalForm = <V extends object>({
  form,
  save,
  submitLabel,
  followLabel,
  draft,
  secrets = [],
  color,
  isReady = true,
  fieldOfCode = {},
  onClose,
  children,
}: FormProps<V>) => {
  const errorsByField = (error: unknown) => fieldErrors(error, Object.keys(form.getValues()), fieldOfCode)
  const saving = useAction({
    mutationFn: ({ values, isFollowed }: { values: V; isFollowed: boolean }) => save(values, isFollowed),
    // The values may contain passwords, so they must not be cached after the dialog closes.
    gcTime: 0,
    onSuccess: (outcome) => (outcome === NEXT_STEP ? afterDoubleClick() : onClose()),
    onError: (error) => form.setErrors(errorsByField(error)),
  })
  const isFollowed = useRef(false)
  const saveAndFollow = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    isFollowed.current = true
    currentTarget.form?.requestSubmit()
    isFollowed.current = false
  }
  const isAtField = saving.error ? Object.keys(errorsByField(saving.error)).length > 0 : false
  return (
    <>
      <Unsaved isDirty={form.isDirty() && !saving.isPending} />
      <form onSubmit={form.onSubmit((values) => saving.mutate({ values, isFollowed: isFollowed.current }))} noValidate>
        <Stack>
          {draft === undefined ? null : (
            <Draft name={draft} form={form} secrets={secrets}>
              {secrets.length > 0 ? t`Secrets are never kept in a draft.` : null}
            </Draft>
          )}
          {saving.error && !isAtField ? <ErrorState error={saving.error} /> : null}
          {children}
          {isReady ? (
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              {followLabel ? (
                <Button variant="default" disabled={saving.isPending} onClick={saveAndFollow}>
                  {followLabel}
                </Button>
              ) : null}
              <Button type="submit" loading={saving.isPending} {...(color ? { color } : {})}>
                {submitLabel}
              </Button>
            </DialogActions>
          ) : null}
        </Stack>
      </form>
    </>
  )
}

interface ConfirmModalProps {
  readonly title: string
  /** Explains what the action does and does not do. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly isDangerous?: boolean
  /** False while a preview loads: the buttons appear below it, so that they do not move under the pointer. */
  readonly isReady?: boolean
  /** Calls the service and shows a notice. */
  readonly confirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before an action that affects other users. */
export const ConfirmModal = ({
  title,
  children,
  confirmLabel,
  isDangerous = false,
  isReady = true,
  confirm,
  onClose,
}: ConfirmModalProps) => {
  const doing = useAction({ mutationFn: confirm, onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack>
        {doing.error ? <ErrorState error={doing.error} /> : null}
        <Text size="sm" component="div">
          {children}
        </Text>
        {isReady ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus ref={takeFocusOfClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button color={isDangerous ? 'red.9' : 'petrol'} loading={doing.isPending} onClick={() => doing.mutate()}>
              {confirmLabel}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  )
}
