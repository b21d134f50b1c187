-- Moves of organizations to other cells, in progress or ended. Only the rows in the database of DATABASE_URL count.
create table organization_moves (
  org_id uuid not null,
  -- Distinguishes moves.
  move_no integer not null generated always as identity,
  -- The cell that the organization leaves.
  from_cell text not null,
  -- The cell to which it moves.
  to_cell text not null,
  -- How far it is. `switched`: the other cell serves the organization, and the cell that it left keeps its copy until it is `confirmed`.
  phase text not null default 'capturing' check (
    phase in ('capturing', 'copying', 'following', 'switching', 'switched', 'confirmed', 'canceled')
  ),
  -- When it began.
  started_at timestamptz not null default clock_timestamp(),
  -- When it last went on.
  changed_at timestamptz not null default clock_timestamp(),
  -- Rows that were copied, by part: a table, or a partition of one.
  copied jsonb not null default '{}',
  -- Rows that were counted and compared by hash on both sides, by table; null until then.
  verified jsonb,
  -- Changes that were copied after the rows.
  changes bigint not null default 0,
  -- For how long writes were refused, in milliseconds; null before the switch.
  read_only_ms integer,
  -- Why it stopped; null: it did not.
  error text,
  primary key (org_id, move_no)
);

create unique index organization_moves_unfinished on organization_moves (org_id) where phase not in ('confirmed', 'canceled');
