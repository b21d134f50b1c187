-- Which person of a provider is which user. A person has one link with each provider.
create table identity_links (
  org_id uuid not null,
  -- The provider with which the person signs in.
  provider_id uuid not null,
  -- The identifier of the person at the provider, which is never given to another person.
  subject text not null,
  -- Who the person is here.
  user_id uuid not null,
  -- When the person signed in for the first time.
  linked_at timestamptz not null default now(),
  -- When the person last signed in with the provider.
  last_sign_in_at timestamptz not null default now(),
  primary key (org_id, provider_id, subject),
  unique (org_id, provider_id, user_id),
  foreign key (org_id, provider_id) references identity_providers (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id)
);

create index identity_links_user on identity_links (org_id, user_id);
