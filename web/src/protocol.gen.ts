// Made by web/make_types.py from the server's types; do not edit.

export const BEGINNER = {"rating":1000.0,"deviation":350.0,"volatility":0.06};
export const LEVELS = ["discoverer","apprentice","player","adept","expert","master"];
export const LONGEST_BAN = 64;
export const LONGEST_CHAT = 500;
export const LONGEST_FIND = 64;
export const LONGEST_MOVE = 200;
export const LONGEST_NAME = 30;
export const LONGEST_OPTION = 4000;
export const LONGEST_PASSWORD = 200;
export const LONGEST_REASON = 300;
export const LONGEST_REPORT = 500;
export const LONGEST_STUDY = 200000;
export const MOST_ROUNDS = 20;
export const MOST_SEATS = 4;
export const SHORTEST_PASSWORD = 10;
export const QIN = {"shortest":5,"longest":19};
export const TAJUTO = {"floors":6,"costs":{"W1":3,"W2":3,"W3":3,"W4":3,"W5":3,"market":2,"sanctuary":2,"D":2,"E":2,"F":2,"inauguration":1},"highest_cost":999};
export interface Acted {
  changed: boolean;
  text: string;
}
export interface AuditIs {
  number: number;
  at: number;
  actor: string;
  action: string;
  subject: string;
  detail: string;
}
export interface BackupIs {
  at: number;
  path: string;
  size: number;
}
export interface BestTurn {
  moves: string[];
  said: string[];
  merits: string[];
  chances: number[];
  whole: boolean;
  fact: string;
}
export interface Bye {
  type: "bye";
  after: number;
}
export interface ChanceShown {
  sha256: string;
  seed: string | null;
  shares: string[];
}
export interface ChatLine {
  type: "chat";
  table: string;
  number: number;
  at: number;
  name: string;
  text: string;
}
export interface ChoiceShown {
  at: number;
  until: number;
  seat: number;
  error: number;
  deviation: number;
  given: number[];
  unseen: number[];
  forced: boolean;
  played: string[];
  best: string[];
  best_moves: string[];
  gains: string[];
  losses: string[];
  before: string;
  after: string;
}
export interface ClockSettings {
  kind: "days" | "move" | "none" | "total";
  seconds: number;
  increment: number;
  days: number;
}
export interface CourseIs {
  game: string;
  lesson: StepIs[];
  steps: StepIs[];
}
export interface CreateTable {
  game: string;
  seats: SeatSettings[];
  options: Record<string, string>[];
  first: number;
  clock: ClockSettings;
  listed: boolean;
  undo: "consent" | "free" | "off";
  hints: boolean | null;
  chat: boolean | null;
  pause: boolean | null;
  watchers: boolean;
  match: string | null;
  target: number | null;
  stand_in: string | null;
  name: string | null;
  chance: TicketShare | null;
  lesson: boolean;
}
export interface DearTurn {
  turn: number;
  at: number;
  cost: number;
}
export interface Done {
  done: true;
}
export interface DrawChoice {
  text: string;
  said: string;
  odds: number;
}
export interface DrawShown {
  at: number;
  until: number;
  seat: number | null;
  luck: number[];
  outcomes: number;
  exact: boolean;
}
export interface Example {
  name: string;
  rules: string[];
  moves: string[];
  refused: string[];
}
export interface ExampleLaid {
  table: string;
}
export interface Failed {
  type: "error";
  id: string;
  error: string;
  key: string;
  params: Record<string, unknown>;
  text: string;
  rule: string;
  table: string;
  field: string;
  line: number;
  column: number;
  words: string;
}
export interface Found {
  table: string;
}
export interface FullReplay {
  table: string;
  game: string;
  round: number;
  rounds: number;
  actions: number;
  seat: number;
  names: string[];
  colours: number[];
  moments: ReplayStep[];
}
export interface GameIs {
  game: string;
  name: string;
  tagline: string;
  facts: string;
  awake: boolean;
  seats: number[];
  hidden: boolean;
  options: OptionIs[];
  matches: MatchIs[];
  minds: boolean;
  levels: Record<string, string>;
  level_lines: Record<string, string>;
  rules: Record<string, string>;
  prints: boolean;
  lesson: number;
  steps: number;
  puzzles: number;
  compiled: boolean;
}
export interface GameWords {
  game: string;
  lang: string;
  name: string;
  tagline: string;
  rules: RuleIs[];
  words: Record<string, string | Record<string, string>>;
}
export interface Glance {
  table: string;
  game: string;
  seq: number;
  status: string;
  view: unknown;
  names: string[];
  colours: number[];
  to_move: number | null;
  you: number[];
}
export interface HintIs {
  type: "hint";
  id: string;
  table: string;
  seq: number;
  move: string;
  words: string;
  reasons: string[];
  details: string[];
}
export interface HouseIs {
  open: boolean;
  version: string;
  uptime: number;
  people: number;
  connections: number;
  tables: number;
  queue: number;
  thinking: number;
  refusals: number;
  waiting: number;
  commits: number;
  load: number;
  cores: number;
  memory: number;
  bots_memory: number;
  store_bytes: number;
  disk_free: number | null;
  backup: BackupIs | null;
  reports: number;
  wrong: string[];
}
export interface InDemand {
  type: "in_demand";
  table: string;
  much: boolean;
}
export interface KeyIs {
  ed25519: string;
}
export interface LegalMove {
  text: string;
  move: unknown;
}
export interface LineIs {
  number: number;
  at: number;
  person: string | null;
  name: string;
  text: string;
}
export interface LogLine {
  n: number;
  key: string;
  params: Record<string, unknown>;
  text: string;
}
export interface Made {
  table: string;
  code: string;
  path: string;
}
export interface MatchIs {
  form: string;
  text: string;
  target: number;
  lowest: number;
  highest: number;
}
export interface MatchShown {
  form: string;
  target: number;
  round: number;
  totals: number[];
  until: string;
  low_wins: boolean;
  leaders: number[];
  rounds: RoundShown[];
}
export interface Me {
  person: string;
  account: string | null;
  name: string | null;
  role: string | null;
}
export interface MissedShown {
  event: string;
  said: string;
  turn: number;
  cost: number;
}
export interface MoveSaid {
  move: string;
  words: string;
}
export interface NiyaCell {
  name: string;
  tile: string | null;
  token: number | null;
  open: boolean;
}
export interface NiyaView {
  cells: NiyaCell[];
  last: string | null;
  last_cell: string | null;
  to_move: number;
  taken: number;
  left: number;
  over: boolean;
  winner: number | null;
  rule: string | null;
  won: string[];
  points: number[];
  full_board: string;
}
export interface NodeShown {
  parent: number;
  who: number | null;
  said: string;
  text: string;
}
export interface OfferShown {
  what: string;
  agreed: number[];
}
export interface Ok {
  type: "ok";
  id: string;
  seq: number;
  table: string;
}
export interface OptionIs {
  name: string;
  text: string;
  default: string;
  choices: Record<string, string>;
  free: boolean;
}
export interface OptionsAre {
  options: Record<string, string>;
  view: unknown;
}
export interface OwnGames {
  rounds: OwnRound[];
  finished: number;
  making: number;
}
export interface OwnRound {
  table: string;
  round: number;
  game: string;
  ended: number;
  exact: boolean;
  summary: SeatSummary;
  phases: PhaseStat[];
  missed: MissedShown[];
  dearest: DearTurn[];
}
export interface Page {
  text: string;
  media: string;
}
export interface PagodeFloor {
  colour: string;
  columns: number;
}
export interface PagodePagoda {
  site: string;
  floors: PagodeFloor[];
  spire: string | null;
  crowned: boolean;
  closed: boolean;
  due: string | null;
}
export interface PagodePlayer {
  reserve: string;
  hand: string | null;
  hand_size: number;
  known: string | null;
  abilities: number[];
  points: number;
}
export interface PagodeTurn {
  number: number;
  stage: string;
  site: string | null;
  colour: string | null;
  drops: number;
  begun: boolean;
  built: number;
  limit: number;
  used: string[];
  played: string;
  points: number;
}
export interface PagodeView {
  sites: PagodePagoda[];
  floors: number;
  supply: ((string | null)[])[];
  players: PagodePlayer[];
  deck: number;
  discard: string;
  turn: PagodeTurn;
  to_move: number;
  complete: number;
  goal: number;
  over: boolean;
  winners: number[];
  quick: boolean;
  beginner: boolean;
  last: string | null;
}
export interface Part {
  name: string;
  rules: string[];
  see: string[];
  picture: string;
}
export interface PersonIs {
  person: string;
  account: string | null;
  name: string | null;
  made: number;
  role: string | null;
  tables: number;
  here: boolean;
  address: string;
  muted: SanctionIs | null;
  banned: SanctionIs | null;
}
export interface PhaseStat {
  turns: number;
  cost: number;
}
export interface PlayerShown {
  name: string;
  kind: string;
  seat: number | null;
  level: string | null;
  level_name: string | null;
  free: boolean;
  away: boolean;
  here: boolean;
  left: number | null;
  colour: number;
  gone: boolean;
  replaceable: number | null;
}
export interface PositionShown {
  table: string;
  game: string;
  round: number;
  rounds: number;
  action: number;
  actions: number;
  seat: number;
  to_move: number | null;
  names: string[];
  view: unknown;
  log: LogLine[];
  drawing: Run[] | null;
}
export interface PreviewIs {
  type: "preview";
  id: string;
  table: string;
  seq: number;
  lines: string[];
  view: unknown;
  chance: boolean;
  words: string;
  drawing: Run[] | null;
}
export interface PromiseShown {
  sha256: string;
  shares: string[];
}
export interface PuzzleIs {
  puzzle: string;
}
export interface PuzzleLaid {
  table: string;
  title: string;
  text: string;
  kind: string;
  moves: number;
  rating: number;
}
export interface PuzzleVerdict {
  state: "done" | "going" | "missed";
  score: number;
  text: string;
  better: MoveSaid[];
  line: MoveSaid[];
  reasons: string[];
  themes: string[];
}
export interface PuzzlesAre {
  game: string;
  puzzles: number;
  day: string;
  number: number;
  daily: string;
  themes: ThemeIs[];
  prints: boolean;
}
export interface QinCell {
  name: string;
  ground: string;
  colour: string | null;
  province: number | null;
  village: number | null;
  last: boolean;
}
export interface QinPlace {
  type: "place";
  tile: string;
  cells: [string, string];
}
export interface QinPlayer {
  left: number;
  built: number;
  tiles: number;
}
export interface QinProvince {
  colour: string;
  cells: string[];
  owner: number | null;
  pagodas: number;
  great: boolean;
}
export interface QinView {
  width: number;
  height: number;
  cells: QinCell[];
  provinces: QinProvince[];
  villages: QinVillage[];
  players: QinPlayer[];
  hand: string[] | null;
  unseen: Record<string, number>;
  deck: number;
  to_move: number;
  turn: number;
  passes: number;
  last: QinPlace | null;
  over: boolean;
  rule: string | null;
  winners: number[];
}
export interface QinVillage {
  cells: string[];
  owner: number | null;
}
export interface ReplayStep {
  action: number;
  who: number | null;
  chance: boolean;
  move: string | null;
  log: LogLine[];
  scores: number[] | null;
  view: unknown;
  drawing: Run[] | null;
}
export interface ReportIs {
  number: number;
  at: number;
  reporter: string | null;
  person: string | null;
  name: string;
  table: string;
  line: number | null;
  reason: string;
  text: string;
  lines: LineIs[];
  closed: number | null;
  outcome: string | null;
}
export interface Result {
  how: string;
  winners: number[];
  scores: number[];
  rule: string;
  loser: number | null;
}
export interface Resync {
  type: "resync";
}
export interface ReviewShown {
  engine: string;
  depth: string;
  exact: boolean;
  cut_short: boolean;
  start: number[];
  result: number[];
  turns: TurnShown[];
  seats: SeatSummary[];
  residue: number;
}
export interface ReviewState {
  game: string;
  round: number;
  rounds: number;
  actions: number;
  names: string[];
  colours: number[];
  you: number[];
  done: number;
  of: number;
  review: ReviewShown | null;
}
export interface RoundShown {
  first: number;
  seating: number[];
  scores: number[];
  notes: number[];
  winners: number[];
  rule: string;
}
export interface RuleIs {
  id: string;
  text: string;
}
export interface Rulebook {
  parts: Part[];
  ours: string[];
  examples: Example[];
}
export type Run = [string, string, string, string];
export interface SanctionIs {
  kind: string;
  subject: string;
  value: string;
  at: number;
  until: number | null;
  reason: string;
  name: string;
}
export interface SeatSettings {
  kind: "computer" | "me" | "open" | "screen";
  level: string;
  name: string;
  colour: number | null;
}
export interface SeatSummary {
  seat: number;
  start: number;
  result: number;
  luck: number;
  choices: number;
  gifts: number;
  others: number;
  unseen: number;
  others_unseen: number;
  turns: number;
  errors: number;
  quality: string;
  dearest: number[];
}
export interface SettingsShown {
  seats: string[];
  places: SeatSettings[];
  options: Record<string, string>[];
  first: number | null;
  clock: ClockSettings;
  listed: boolean;
  undo: string;
  hints: boolean;
  chat: boolean;
  pause: boolean;
  watchers: boolean;
  match: string | null;
  target: number | null;
  lesson: boolean;
  still: boolean;
  stand_in: string;
  older_rules: boolean;
  from_record: boolean;
}
export interface SitterIs {
  person: string | null;
  name: string;
}
export interface StepIs {
  id: string;
  title: string;
  rules: string[];
  theme: string;
  reading: boolean;
}
export interface StepLaid {
  table: string;
  title: string;
  text: string;
  point: string[];
  turns: number;
  starred: boolean;
}
export interface StrengthIs {
  rating: number;
  deviation: number;
  volatility: number;
}
export interface StudiedPosition {
  at: number;
  to_move: number | null;
  over: boolean;
  seat: number | null;
  view: unknown;
  legal: LegalMove[];
  draws: DrawChoice[];
  winners: number[];
  drawing: Run[] | null;
}
export interface StudyShown {
  game: string;
  names: string[];
  exact: boolean;
  rounds: number;
  position: StudiedPosition;
  study: string | null;
  nodes: NodeShown[] | null;
  colours: number[] | null;
}
export interface Summary {
  table: string;
  game: string;
  status: string;
  players: string[];
  free: number;
  you: number[];
  made: number;
  updated: number;
  result: Result | null;
  to_move: number | null;
  your_turn: boolean;
  hidden: boolean;
  levels: (string | null)[];
  match: string | null;
  seats: number;
}
export interface TableChanged {
  type: "change";
  table: string;
  from: number;
  seq: number;
  now: number;
  set: Record<string, unknown>;
  log_from: number;
  log: LogLine[];
  legal?: unknown[] | null;
}
export interface TableIs {
  table: string;
  game: string;
  status: string;
  sitters: SitterIs[];
  made: number;
  updated: number;
  listed: boolean;
  chat: boolean;
  clock: string;
  watchers: number;
}
export interface TableShown {
  type: "table";
  table: string;
  code: string;
  game: string;
  seq: number;
  position: number;
  status: string;
  paused: boolean;
  players: PlayerShown[];
  you: number[];
  facing: number | null;
  curtain: boolean;
  to_move: number | null;
  actions: number;
  view: unknown;
  picture: string | null;
  drawing: Run[] | null;
  legal_words: string[];
  can_undo: boolean;
  clock_runs: number | null;
  offers: OfferShown[];
  chance: ChanceShown | null;
  match: MatchShown | null;
  result: Result | null;
  next_table: string | null;
  terms: SettingsShown;
  host: string | null;
  hosting: boolean;
  undo_redraws: boolean;
  can_ask_back: boolean;
  promised: PromiseShown | null;
  strangers: boolean;
  watchers: number;
  legal: LegalMove[];
  now: number;
  log_from: number;
  log: LogLine[];
}
export interface TajutoFeel {
  size: number | null;
  left: number;
  fit: number;
  allowed: boolean;
  odds_fit: [number, number];
  odds_size: number[];
}
export interface TajutoMonk {
  seat: number;
  mp: number;
  floors: string[];
  offerings: string[];
  tiles: TajutoTile[];
  markets: number;
  bets: string[];
  face_down: number;
  sheet: TajutoSheet | null;
}
export interface TajutoObjective {
  name: string;
  claimed: boolean;
  by: number | null;
}
export interface TajutoPagoda {
  colour: string;
  height: number;
  complete: boolean;
  offering: number | null;
  inauguration: string;
  price: number | null;
  bettor: number | null;
}
export interface TajutoSheet {
  wisdom_tiles: number[];
  wisdom: number;
  inaugurated: string[];
  unfinished: string[];
  inauguration: number;
  sanctuaries: number;
  sanctuary: number;
  objective_names: string[];
  objectives: number;
  total: number;
}
export interface TajutoStack {
  item: string;
  left: number;
  cost: number | null;
  price: number | null;
}
export interface TajutoTile {
  name: string;
  deeds: string[];
  use_cost: number;
  copies: number;
  ready: number;
}
export interface TajutoView {
  to_move: number;
  viewer: number | null;
  buyer: number;
  turn: number;
  drawing: number | null;
  pagodas: TajutoPagoda[];
  stacks: TajutoStack[];
  objectives: TajutoObjective[];
  monks: TajutoMonk[];
  bag: string[];
  feels: TajutoFeel[];
  idle: number;
  idle_limit: number;
  lowest_only: number | null;
  last: string | null;
  last_seat: number | null;
  touch: string;
  open_scores: boolean;
  over: boolean;
  winners: number[];
}
export interface Tally {
  game: string;
  level: string | null;
  seats: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  best: number | null;
}
export interface ThemeIs {
  theme: string;
  words: string;
  puzzles: number;
}
export interface ThoughtShown {
  chances: number[];
  turns: BestTurn[];
  simulations: number;
  done: boolean;
  exact: boolean;
}
export interface TicketIs {
  ticket: string;
  table: string;
  sha256: string;
}
export interface TicketShare {
  ticket: string;
  share: string;
}
export interface Tried {
  seat: number;
  view: unknown;
  legal: LegalMove[];
  moving: boolean;
  moves: string[];
  said: string[];
  merits: string[];
  verdict: Verdict | null;
  drawing: Run[] | null;
}
export interface TurnShown {
  number: number;
  seat: number | null;
  at: number;
  until: number;
  chances: number[];
  error: number;
  said: string[];
  choices: ChoiceShown[];
  draws: DrawShown[];
}
export interface Verdict {
  word: "best" | "better" | "near" | "same" | "worse";
  error: number;
  deviation: number;
  played: number;
  before: string;
  after: string;
}
export interface VerdictIs {
  state: "done" | "going" | "missed";
  stars: number;
  text: string;
  example: MoveSaid[];
  better: MoveSaid[];
}
export interface Welcome {
  type: "welcome";
  version: string;
  person: string;
  lang: string;
  protocol: number;
}
export interface WordsAre {
  type: "words";
  id: string;
  table: string;
  seq: number;
  words: string[];
}
