import { Menu, UnstyledButton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { personName } from '../components/person-name.ts'

export const UserMenu = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const signOut = useAction({
    mutationFn: () => call('signOut'),
    onSuccess: async () => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, null)
      await navigate({ to: '/sign-in' })
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton fz="sm" px="xs" py={4}>
          {personName(session)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile">
          Profile
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
