import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Checkbox, List, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MappingEffect } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, invalidate, whenOpened } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import { FormDialog } from '../../../components/unsaved.tsx'
import { ConfirmModal, ModalForm, NEXT_STEP } from '../shared/modals.tsx'
import { effectText } from './mapping-effect.ts'

export type Mapping = Answer<'listAttributeMappings'>['items'][number]

/** Reads the data again that a meaning affects. */
const readAgain = () =>
  invalidate(
    'listAttributeMappings',
    'listGroups',
    'listUsers',
    'getUser',
    'listGroupMembers',
    'listMemberHistory',
    'listUserGroups',
    'listUserGroupHistory',
  )

interface Props {
  /** The item to change; absent for a new one. */
  readonly mapping?: Mapping
  readonly onClose: () => void
}

/** Gives a user attribute a meaning, after a preview. */
export const MappingModal = ({ mapping, onClose }: Props) => (
  <FormDialog
    opened
    onClose={onClose}
    title={mapping ? t`Meaning of ${mapping.attribute}` : t`Give an attribute a meaning`}
    size="lg"
  >
    {mapping ? <StoredMapping mapping={mapping} onClose={onClose} /> : <MappingForm onClose={onClose} />}
  </FormDialog>
)

/** All of a meaning is replaced at once, so the form begins with the one that is stored now. */
const StoredMapping = ({ mapping, onClose }: Required<Props>) => {
  const stored = useQuery(whenOpened(apiQuery('listAttributeMappings')))
  return (
    <QueryState query={stored} height={420}>
      {({ items }) => (
        <MappingForm mapping={items.find(({ attribute }) => attribute === mapping.attribute) ?? mapping} onClose={onClose} />
      )}
    </QueryState>
  )
}

const MappingForm = ({ mapping, onClose }: Props) => {
  const [preview, setPreview] = useState<MappingEffect>()
  const form = useForm({
    // A preview is only valid for the values it was made with.
    onValuesChange: () => setPreview(undefined),
    initialValues: {
      attribute: mapping?.attribute ?? '',
      groupType: mapping?.groupType ?? '',
      isPrimaryGroup: mapping?.isPrimaryGroup ?? false,
      isPrimaryLocation: mapping?.isPrimaryLocation ?? false,
    },
    validate: {
      attribute: (value) => (value.trim() ? null : t`Give the name of the attribute.`),
      groupType: (value, { isPrimaryGroup, isPrimaryLocation }) => {
        if (value.trim()) return null
        if (isPrimaryGroup) return t`Give the kind of the primary group.`
        return isPrimaryLocation ? null : t`Choose what the attribute means: groups, the primary building, or both.`
      },
    },
  })
  const save = async ({ attribute, groupType, ...primary }: typeof form.values) => {
    const effect = await call('setAttributeMapping', {
      params: { attribute: attribute.trim() },
      query: { dryRun: preview ? 'false' : 'true' },
      body: { groupType: groupType.trim() || null, ...primary },
    })
    if (!preview) {
      setPreview(effect)
      return NEXT_STEP
    }
    await readAgain()
    const name = attribute.trim()
    return notifyDone(`${t`The meaning of ${name} is saved.`} ${effectText(effect)}`)
  }
  return (
    <ModalForm
      form={form}
      draft={`meaning of ${mapping?.attribute ?? ''}`}
      save={save}
      submitLabel={preview ? t`Apply to all users` : t`Show what it would do`}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>It counts for all users at once, and for each value that comes later.</Trans>
      </Text>
      <TextInput
        label={t`Attribute`}
        description={t`Its name as the HR system sends it, compared exactly.`}
        required
        maxLength={100}
        readOnly={mapping !== undefined}
        {...(mapping ? {} : { 'data-autofocus': true })}
        {...form.getInputProps('attribute')}
      />
      <TextInput
        label={t`Kind of group`}
        description={t`Each value becomes a group of this kind, such as department. Empty: values make no groups.`}
        maxLength={100}
        {...form.getInputProps('groupType')}
      />
      <Checkbox
        label={t`That group is the primary one`}
        description={t`Only one attribute can give the primary group.`}
        {...form.getInputProps('isPrimaryGroup', { type: 'checkbox' })}
      />
      <Checkbox
        label={t`The value names the primary building`}
        description={t`By the id or the name of a building. Only one attribute can give the primary building.`}
        {...form.getInputProps('isPrimaryLocation', { type: 'checkbox' })}
      />
      <div aria-live="polite">{preview ? <MappingPreview effect={preview} /> : null}</div>
    </ModalForm>
  )
}

/** Removes the meaning of a user attribute. */
export const RemoveMappingModal = ({ mapping: { attribute }, onClose }: { mapping: Mapping; onClose: () => void }) => {
  const preview = useQuery({
    queryKey: ['previewRemoval', attribute],
    queryFn: () => call('removeAttributeMapping', { params: { attribute }, query: { dryRun: 'true' } }),
    gcTime: 0,
  })
  const confirm = async () => {
    const effect = await call('removeAttributeMapping', { params: { attribute } })
    await readAgain()
    notifyDone(`${t`${attribute} no longer has a meaning.`} ${effectText(effect)}`)
  }
  return (
    <ConfirmModal
      title={t`Remove the meaning of ${attribute}?`}
      confirmLabel={t`Remove the meaning`}
      isDangerous
      isReady={!preview.isPending}
      confirm={confirm}
      onClose={onClose}
    >
      <Trans>
        All users lose the memberships, primary groups and primary buildings that it gave, at once. Its values and the groups that
        it created stay.
      </Trans>
      <QueryState query={preview} height={96}>
        {(effect) => <MappingPreview effect={effect} />}
      </QueryState>
    </ConfirmModal>
  )
}

const exampleText = ({ groupName, memberCount, isNew }: MappingEffect['examples'][number]): string =>
  isNew
    ? t`${groupName}: ${plural(memberCount, { one: '# member', other: '# members' })}, a new group`
    : t`${groupName}: ${plural(memberCount, { one: '# member', other: '# members' })}`

/** The effect of a meaning on groups and users. The service applied the meaning and rolled it back. */
const MappingPreview = ({ effect }: { effect: MappingEffect }) => (
  <Alert
    mt="sm"
    color="petrol"
    variant="outline"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
    title={t`Preview. Nothing has been changed yet.`}
  >
    <Text size="sm">{effectText(effect)}</Text>
    {effect.examples.length > 0 ? (
      <List size="sm" mt={4} aria-label={t`Largest groups`}>
        {effect.examples.map((example) => (
          <List.Item key={example.groupName}>{exampleText(example)}</List.Item>
        ))}
      </List>
    ) : null}
    {effect.groupsLeftEmpty > 0 ? (
      <Text size="sm" mt={4}>
        {plural(effect.groupsLeftEmpty, {
          one: '# group of attributes is then without members. Each can be set inactive on its page.',
          other: '# groups of attributes are then without members. Each can be set inactive on its page.',
        })}
      </Text>
    ) : null}
  </Alert>
)
