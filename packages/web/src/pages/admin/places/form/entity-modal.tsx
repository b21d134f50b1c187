import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MAX_CREATED_AT_ONCE } from '@rollcall/contract'
import { useRef, useState } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { call, type Input, newId } from '../../../../api/call.ts'
import { invalidate } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import { DialogActions } from '../../../../components/dialog-actions.tsx'
import { Draft } from '../../../../components/draft.tsx'
import { notifyDone } from '../../../../components/notices.tsx'
import { ErrorState } from '../../../../components/states.tsx'
import { FormDialog, Unsaved, useAtOpening } from '../../../../components/unsaved.tsx'
import { knownFieldError } from '../../../../errors/field-errors.ts'
import { type Item, idOf, type Kind, nameOf } from '../kinds/kind.ts'
import { WORDS } from '../kinds/kind-words.ts'
import { EntityField } from './entity-field.tsx'
import {
  type Choices,
  changedBody,
  initialValues,
  newBody,
  severalNames,
  shownFields,
  type Values,
  validationError,
} from './form-values.ts'

export interface EntityModalProps {
  readonly kind: Kind
  /** The item to change; absent for a new one. */
  readonly item?: Item | undefined
  /** The parent of a new node. */
  readonly parent?: Readonly<Record<string, string>> | undefined
  readonly choices?: Choices | undefined
  /** Whether several may be added at once. */
  readonly canBeMany?: boolean | undefined
  /** Called instead of `onClose` with a new node that was added alone. */
  readonly onAdded?: ((item: Item) => void) | undefined
  readonly onClose: () => void
}

/** Adds or changes a node. */
export const EntityModal = ({
  kind,
  item: given,
  parent = {},
  choices = {},
  canBeMany = false,
  onAdded,
  onClose,
}: EntityModalProps) => {
  const item = useAtOpening(given)
  const [count, setCount] = useState(1)
  const idsOf = useRepeatableIds()
  const form = useForm<Values>({
    initialValues: initialValues(kind.fields, item, choices),
    validate: (values) =>
      Object.fromEntries(
        shownFields(kind.fields, values).flatMap((field) => {
          const error = validationError(field, values[field.name])
          return error ? [[field.name, error]] : []
        }),
      ),
  })
  const save = useAction({
    mutationFn: async (values: Values) => {
      if (item) return change(kind, item, values)
      const names = severalNames(String(values[kind.nameField]), count)
      const ids = idsOf(JSON.stringify([values, count]), names.length)
      const items = names.map((name, n) => {
        return {
          ...parent,
          ...newBody(kind.fields, values),
          [kind.nameField]: name,
          ...(ids[n] ? { [kind.idField]: ids[n] } : {}),
        }
      })
      if (items.length === 1) return call(kind.create, { body: items[0] } as unknown as Input<typeof kind.create>)
      return call(kind.createMany, { body: { items } } as unknown as Input<typeof kind.createMany>)
    },
    onSettled: () => invalidate(...kind.lists),
    onSuccess: (saved, values) => {
      const name = String(values[kind.nameField])
      notifyDone(item ? t`${name} is changed.` : wordsOfMade(kind, name, count))
      if (onAdded && !item && count === 1) onAdded(saved as unknown as Item)
      else onClose()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.code === 'name_taken') form.setFieldError(kind.nameField, wordsOfTaken(error, count))
      for (const each of error.problem.errors ?? []) {
        const field = each.pointer.split('/').at(-1) ?? ''
        if (error.code !== 'name_taken') form.setFieldError(field, knownFieldError(each) ?? each.message)
      }
    },
  })
  const submit = form.onSubmit((values) => {
    const isMany = !item && count > 1
    if (isMany && severalNames(String(values[kind.nameField]), count).length === 0) {
      const { example } = kind
      return form.setFieldError(kind.nameField, t`Several need a number in the name, such as ${example}.`)
    }
    save.mutate(values)
  })
  const name = item ? nameOf(kind, item) : ''
  return (
    <FormDialog opened onClose={onClose} title={item ? t`Change ${name}` : WORDS[kind.name].addOne} size="lg">
      <Unsaved isDirty={form.isDirty() && !save.isPending} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <Draft name={[kind.name, item ? idOf(kind, item) : 'new', ...Object.values(parent)].join(' ')} form={form} />
          {save.error ? <ErrorState error={save.error} /> : null}
          {shownFields(kind.fields, form.values).map((field) => (
            <EntityField
              key={field.name}
              field={field}
              isChange={item !== undefined}
              choices={field.choices ?? choices[field.name] ?? []}
              input={form.getInputProps(field.name, { type: field.type === 'flag' ? 'checkbox' : 'input' })}
            />
          ))}
          {canBeMany && !item ? (
            <NumberInput
              label={t`How many`}
              description={t`Up to ${MAX_CREATED_AT_ONCE} at once; the number in the name counts up.`}
              min={1}
              max={MAX_CREATED_AT_ONCE}
              allowDecimal={false}
              clampBehavior="strict"
              value={count}
              onChange={(value) => setCount(Number(value) || 1)}
            />
          ) : null}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={save.isPending}>
              {item ? t`Save` : t`Add`}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  )
}

const change = async (kind: Kind, item: Item, values: Values): Promise<unknown> => {
  const body = changedBody(kind.fields, values, item)
  if (Object.keys(body).length === 0) return undefined
  return call(kind.update, { params: { [kind.idField]: idOf(kind, item) }, body } as unknown as Input<typeof kind.update>)
}

/** The error text for taken names; if several were to be added, it lists them, and none were added. */
const wordsOfTaken = ({ problem }: ApiError, count: number): string => {
  const taken = problem.errors ?? []
  if (count === 1 || taken.length === 0) return t`This name is taken.`
  if (taken.some(knownFieldError)) return t`None of the ${count} were added: a name is taken.`
  const reasons = taken
    .slice(0, 3)
    .map(({ message }) => message)
    .join(', ')
  const rest = taken.length - 3
  return rest > 0
    ? t`None of the ${count} were added: ${reasons}, and ${rest} more.`
    : t`None of the ${count} were added: ${reasons}.`
}

const wordsOfMade = (kind: Kind, name: string, count: number): string =>
  count > 1 ? WORDS[kind.name].added(count) : t`${name} is added.`

/**
 * Ids for the nodes that a form creates. They stay the same while its values do, so that a repeat after a lost response creates
 * nothing twice.
 */
const useRepeatableIds = () => {
  const last = useRef<{ key: string; ids: (string | undefined)[] }>(undefined)
  return (key: string, count: number): readonly (string | undefined)[] => {
    if (last.current?.key !== key) last.current = { key, ids: Array.from({ length: count }, newId) }
    return last.current.ids
  }
}
