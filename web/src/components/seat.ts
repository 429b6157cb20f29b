// The shapes of the seats, as paths around 0,0 within ±11: disc, square, triangle, diamond.
export const SEAT_SHAPES = [
  "M-10.5 0A10.5 10.5 0 1 1 10.5 0A10.5 10.5 0 1 1-10.5 0Z",
  "M-9.5-9.5H9.5V9.5H-9.5Z",
  "M0-11.5L11.5 9.5H-11.5Z",
  "M0-11.8L11.8 0L0 11.8L-11.8 0Z",
];
