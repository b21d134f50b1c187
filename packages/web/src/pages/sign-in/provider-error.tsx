import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { ApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../components/states.tsx'

/** Says why a sign-in with an identity provider failed. One that was removed or switched off is not found. */
export const ProviderError = ({ error }: { readonly error: Error }) => {
  if (!(error instanceof ApiError) || error.code !== 'entity_not_found') return <ErrorState error={error} />
  const title = t`The identity provider was removed or switched off. Ask an administrator of your organization.`
  return <Alert color="red" variant="light" title={title} role="alert" />
}
