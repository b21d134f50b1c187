import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { ADMINISTRATOR_ROLES } from '@rollcall/contract'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import type { RoleMapping } from './provider-values.ts'

const ROLES = ADMINISTRATOR_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

/** The part of the form that is used here. */
interface RulesForm {
  readonly values: { readonly roleMappings: readonly RoleMapping[] }
  readonly getInputProps: (path: string) => object
  readonly insertListItem: (path: 'roleMappings', rule: RoleMapping) => void
  readonly removeListItem: (path: 'roleMappings', index: number) => void
}

/** Which claim with which value gives which role. */
export const RoleMappings = ({ form }: { form: RulesForm }) => (
  <Stack gap="xs" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
    <Text component="legend" size="sm" fw={500}>
      <Trans>Roles by claims</Trans>
    </Text>
    <Text size="xs" c="dimmed">
      <Trans>
        With any rule, every sign-in sets the roles of the person to what the rules give, and takes others away. Without: roles
        are given here.
      </Trans>
    </Text>
    {form.values.roleMappings.map((_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name of its own
      <Group key={index} gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          label={t`Claim`}
          placeholder="groups"
          flex={1}
          miw={120}
          {...form.getInputProps(`roleMappings.${index}.claim`)}
        />
        <TextInput
          label={t`Value`}
          placeholder="rollcall-admins"
          flex={1}
          miw={140}
          {...form.getInputProps(`roleMappings.${index}.value`)}
        />
        <Select
          label={t`Role`}
          data={ROLES}
          allowDeselect={false}
          flex={1}
          miw={180}
          {...form.getInputProps(`roleMappings.${index}.role`)}
        />
        <Button
          variant="default"
          aria-label={t`Remove rule ${index + 1}`}
          onClick={() => form.removeListItem('roleMappings', index)}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
    ))}
    <Group>
      <Button
        size="xs"
        variant="default"
        onClick={() => form.insertListItem('roleMappings', { claim: 'groups', value: '', role: 'workplace-administrator' })}
      >
        <Trans>Add a rule</Trans>
      </Button>
    </Group>
  </Stack>
)
