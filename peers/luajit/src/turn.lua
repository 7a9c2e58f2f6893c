-- The turn preview through LuaJIT's FFI, on the same bytes that plain Rust works on.
-- Fields are declared int32_t although Rust has some of them unsigned: all values fit, and the compiler need not go through doubles.
-- The first four bytes of a change (what, label, entity) are one number, so a change is four stores.
local ffi = require("ffi")
local copy = ffi.copy

ffi.cdef([[
typedef struct { int32_t at, cell, health, flags; } unit_t;
typedef struct { int32_t move_at, move_cell, aim_at, aim_cell; } order_t;
typedef struct { int32_t head, at, before, after; } change_t;
typedef struct { int32_t turn, written; } progress_t;
]])

local FREE, EDGE, UNITS = 0xffff, 0xfffd, 0xfffd
local DAMAGE, COLLISION = 2, 1
-- what + label * 256; the entity is added times 65536.
local TURN, MOVE, HIT, HIT_DEAD = 1, 2 + 0x100, 3 + 0x200, 4 + 0x200
local STRUCK, PUSH, CRASH, CRASH_DEAD = 5 + 0x200, 2 + 0x300, 3 + 0x300, 4 + 0x300
local BLOCKED, COLLIDED = 33 + 0x100, 32 + 0x300
local ENTITY = 0x10000

return function(buffers)
  local start_units = ffi.cast("unit_t *", buffers.start_units)
  local start_grid = ffi.cast("uint16_t *", buffers.start_grid)
  local units = ffi.cast("unit_t *", buffers.units)
  local grid = ffi.cast("uint16_t *", buffers.grid)
  local orders = ffi.cast("order_t *", buffers.orders)
  local changes = ffi.cast("change_t *", buffers.changes)
  local progress = ffi.cast("progress_t *", buffers.progress)
  local n, units_size, grid_size = buffers.n, buffers.units_size, buffers.grid_size

  local function write(at, head, before, after)
    local row = changes[at]
    row.head, row.at, row.before, row.after = head, 0, before, after
    return at + 1
  end

  local function note(at, head, cell, after)
    local row = changes[at]
    row.head, row.at, row.before, row.after = head, cell, 0, after
    return at + 1
  end

  local function place(unit, from, at, by_cell, head, written)
    grid[at] = unit
    grid[from] = FREE
    local before = units[unit].cell
    local after = before + by_cell
    units[unit].at = at
    units[unit].cell = after
    return write(written, head + unit * ENTITY, before, after)
  end

  local function die(unit, at, head, written)
    units[unit].flags = 0
    grid[at] = FREE
    return write(written, head + unit * ENTITY, 1, 0)
  end

  local function collide(unit, at, written)
    local before = units[unit].health
    local after = before - COLLISION
    units[unit].health = after
    written = write(written, CRASH + unit * ENTITY, before, after)
    if after <= 0 then
      written = die(unit, at, CRASH_DEAD, written)
    end
    return written
  end

  local function preview()
    copy(units, start_units, units_size)
    copy(grid, start_grid, grid_size)
    local turn, written = 0, 0
    for unit = 0, n - 1 do
      if units[unit].health > 0 then
        written = write(written, TURN + unit * ENTITY, turn, unit + 1)
        turn = unit + 1
        local here = units[unit].at
        local goal = here + orders[unit].move_at
        if grid[goal] == FREE then
          written = place(unit, here, goal, orders[unit].move_cell, MOVE, written)
          here = goal
        elseif goal ~= here then
          written = note(written, BLOCKED + unit * ENTITY, units[unit].cell + orders[unit].move_cell, 0)
        end
        local aim = orders[unit].aim_at
        local struck = here + aim
        local target = grid[struck]
        if target < UNITS then
          local before = units[target].health
          local after = before - DAMAGE
          if after > 0 then
            units[target].health = after
            written = write(written, HIT + target * ENTITY, before, after)
            local beyond = struck + aim
            local blocker = grid[beyond]
            if blocker == FREE then
              written = place(target, struck, beyond, orders[unit].aim_cell, PUSH, written)
            else
              local stopped_by = blocker < UNITS and blocker or -1
              written = note(written, COLLIDED + target * ENTITY, units[target].cell, stopped_by)
              written = collide(target, struck, written)
              if blocker < UNITS then
                written = collide(blocker, beyond, written)
              end
            end
          else
            units[target].health = 0
            written = write(written, HIT + target * ENTITY, before, 0)
            written = die(target, struck, HIT_DEAD, written)
          end
        elseif target ~= EDGE then
          written = note(written, STRUCK + unit * ENTITY, units[unit].cell + orders[unit].aim_cell, 0)
        end
      end
    end
    progress.turn, progress.written = turn, written
  end

  local function previews(count)
    for _ = 1, count do
      preview()
    end
  end

  return preview, previews
end
