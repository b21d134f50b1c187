import { t } from '@lingui/core/macro'
import { Checkbox, PasswordInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ClientAuthentication, IdentityProvider } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { FormModal } from '../shared/modals.tsx'
import { bodyOf, changesOf, type Values, valuesOf } from './provider-values.ts'
import { RoleMappings } from './role-mappings.tsx'
import { CLIENT_AUTHENTICATION_NAMES, LINK_NAMES } from './sso-words.ts'

const METHODS = Object.entries(CLIENT_AUTHENTICATION_NAMES).map(([value, label]) => ({ value, label }))

const isGiven = (demand: string) => (value: string) => (value.trim() ? null : demand)

/** Adds a provider, or changes one. */
export const ProviderModal = ({ provider, onClose }: { provider?: IdentityProvider; onClose: () => void }) => {
  const before = useAtOpening(valuesOf(provider))
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      label: isGiven(t`Give the text of its button.`),
      issuer: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : t`Give an address that begins with https://.`),
      clientId: isGiven(t`Give the client id.`),
      userNameClaim: isGiven(t`Give a claim.`),
      emailClaim: isGiven(t`Give a claim.`),
    },
  })
  const { clientAuthentication } = form.values
  const oldLabel = provider?.label
  const save = async (values: Values) => {
    if (provider) {
      const body = changesOf(values, before)
      if (body) await call('updateIdentityProvider', { params: { providerId: provider.providerId }, body })
    } else {
      await call('createIdentityProvider', { body: { ...bodyOf(values), issuer: values.issuer.trim() } })
    }
    await invalidate('listIdentityProviders', 'findSignInProviders')
    const label = values.label.trim()
    notifyDone(provider ? t`${label} is changed.` : t`${label} is added. Test it, and enter its addresses at the provider.`)
  }
  return (
    <FormModal
      title={oldLabel ? t`Edit ${oldLabel}` : t`Add an identity provider`}
      form={form}
      draft={`identity provider ${provider?.providerId ?? 'new'}`}
      secrets={['credential']}
      save={save}
      submitLabel={provider ? t`Save` : t`Add the provider`}
      fieldOfCode={{ name_taken: 'label', break_glass_missing: 'isRequired' }}
      onClose={onClose}
    >
      <TextInput
        label={t`Button`}
        description={t`What people read on the sign-in page.`}
        placeholder="Entra ID"
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <TextInput
        label={t`Issuer`}
        description={
          provider
            ? t`It cannot be changed: add another provider.`
            : t`As the provider writes it; its discovery document is below it.`
        }
        placeholder="https://login.example.com/acme"
        required
        disabled={provider !== undefined}
        {...form.getInputProps('issuer')}
      />
      <TextInput label={t`Client id`} required maxLength={500} autoComplete="off" {...form.getInputProps('clientId')} />
      <Select
        label={t`The service proves itself by`}
        data={METHODS}
        allowDeselect={false}
        {...form.getInputProps('clientAuthentication')}
      />
      <Credential method={clientAuthentication} isStored={provider !== undefined} input={form.getInputProps('credential')} />
      <TextInput
        label={t`Domains`}
        description={t`Of e-mail addresses. They find the provider on the sign-in page, and only they may sign in with it. Empty: all.`}
        placeholder="example.com example.org"
        {...form.getInputProps('domains')}
      />
      <Checkbox.Group
        label={t`People are found by`}
        description={t`At their first sign-in. Afterwards the provider's own identifier counts.`}
        {...form.getInputProps('linksBy')}
      >
        <Stack gap="xs" mt="xs">
          <Checkbox
            value="verified-email"
            label={LINK_NAMES['verified-email']}
            description={t`Only one that the provider says it has verified.`}
          />
          <Checkbox
            value="user-name"
            label={LINK_NAMES['user-name']}
            description={t`Only if your directory gives it, and people cannot choose it at the provider.`}
          />
        </Stack>
      </Checkbox.Group>
      <TextInput label={t`Claim with the user name`} required {...form.getInputProps('userNameClaim')} />
      <TextInput label={t`Claim with the e-mail address`} required {...form.getInputProps('emailClaim')} />
      <TextInput label={t`Scopes`} description={t`Besides openid.`} {...form.getInputProps('scopes')} />
      <Switch
        label={t`Create people who are not known yet`}
        description={t`Otherwise they come from an import or from provisioning, and others are refused.`}
        {...form.getInputProps('createsPeople', { type: 'checkbox' })}
      />
      <RoleMappings form={form} />
      <Switch
        label={t`Turn passwords off`}
        description={t`Everyone signs in with a provider, and sessions of passwords end. Break-glass accounts keep both; make one first.`}
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
      />
      <Switch
        label={t`Sign out there as well`}
        description={t`Signing out here also ends the session at the provider.`}
        {...form.getInputProps('signsOutThere', { type: 'checkbox' })}
      />
      {provider ? (
        <Switch
          label={t`In use`}
          description={t`When it is off, people who signed in with it are signed out, and cannot sign in with it.`}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      ) : null}
    </FormModal>
  )
}

interface CredentialProps {
  readonly method: ClientAuthentication
  readonly isStored: boolean
  readonly input: object
}

const Credential = ({ method, isStored, input }: CredentialProps) => {
  if (method === 'none') return null
  const description = isStored ? t`Empty: it stays as it is.` : t`It is stored sealed and never shown again.`
  return method === 'private_key_jwt' ? (
    <Textarea
      label={t`Private key`}
      description={`${t`PEM, PKCS #8, without a passphrase. For Entra with its certificate.`} ${description}`}
      autosize
      minRows={3}
      maxRows={8}
      autoComplete="off"
      {...input}
    />
  ) : (
    <PasswordInput
      label={t`Client secret`}
      description={description}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t`Show the secret`, tabIndex: 0 }}
      {...input}
    />
  )
}
