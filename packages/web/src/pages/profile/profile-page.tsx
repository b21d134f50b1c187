import { SimpleGrid } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { PasswordForm } from './password-form.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { WhoIAm } from './who-i-am.tsx'

/** Who is signed in, what they may do, and what they decide for themselves. */
export const ProfilePage = () => {
  const session = useSession()
  const { data: me } = useSuspenseQuery(apiQuery('getUser', { params: { userId: 'me' } }))
  return (
    <>
      <PageHeader title="Profile" />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1100}>
        <WhoIAm me={me} session={session} />
        <PrivacySettings me={me} />
        <PasswordForm />
      </SimpleGrid>
    </>
  )
}
